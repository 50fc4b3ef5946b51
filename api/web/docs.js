// Starts the reader on this server's own document. It asks no other server: no validator, and no address from a query.

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", dress);
dress();

SwaggerUIBundle({
  url: "openapi.yaml",
  dom_id: "#reader",
  deepLinking: true,
  queryConfigEnabled: false,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
