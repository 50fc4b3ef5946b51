// Whoever calls the API, with a token or without: every address, body and reply is typed by what openapi.yaml says.

import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
export type Answer = Schemas["Answer"];
export type Decision = Schemas["Decision"];
export type Event = Schemas["Event"];
export type Legal = Schemas["Legal"];
export type View = Schemas["TableView"];

/** A request that the server did not take; `code` is stable, the message is for people. */
export class Refused extends Error {
  constructor(readonly code: string, detail: string) {
    super(detail);
  }
}

/** The media types that are asked for; tables can also be followed as streams. */
type Media = "application/json" | "application/problem+json";

export function caller(server: string, token?: string) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths, Media>({ baseUrl: server, headers });
}

/** What a reply holds. */
export function given<Data>(reply: { data?: Data; error?: Schemas["Problem"] | undefined }): NonNullable<Data> {
  if (reply.data != null) return reply.data;
  throw new Refused(reply.error?.code ?? "unknown", reply.error?.detail ?? "The server said nothing.");
}
