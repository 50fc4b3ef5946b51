// <side-panel>: talk, history, ledger, the table and this device's settings, one tab at a time.

import { freshId, h, show } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";
import { HistoryPanel } from "./history-panel.js";
import { LedgerPanel } from "./ledger-panel.js";
import { PeoplePanel } from "./people-panel.js";
import { SettingsPanel } from "./settings-panel.js";
import { TalkPanel } from "./talk-panel.js";

export class SidePanel extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", t("side.title"));
    const panels = { talk: new TalkPanel(table), table: new PeoplePanel(table), history: new HistoryPanel(table), ledger: new LedgerPanel(table), settings: new SettingsPanel() };
    this.tabs = h("div", { role: "tablist", "aria-label": t("side.title"), onkeydown: (event) => this.key(event) });
    this.append(this.tabs);
    for (const [name, panel] of Object.entries(panels)) {
      panel.id = freshId("panel");
      panel.setAttribute("role", "tabpanel");
      const tab = h("button", { type: "button", role: "tab", id: freshId("tab"), "aria-controls": panel.id, onclick: () => this.choose(name) }, icon(name), h("span", {}, t(`side.${name}`)));
      panel.setAttribute("aria-labelledby", tab.id);
      this.tabs.append(tab);
      this.append(panel);
      tab.panel = panel;
      tab.name = name;
    }
    this.choose("talk");
  }

  choose(name) {
    for (const tab of this.tabs.children) {
      const chosen = tab.name === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      show(tab.panel, chosen);
      if (chosen) this.shown = tab.panel;
    }
    this.update();
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = [...this.tabs.children];
    const next = tabs[(tabs.findIndex((tab) => tab.tabIndex === 0) + step + tabs.length) % tabs.length];
    this.choose(next.name);
    next.focus();
  }

  /** It shows the table as it stands, also while an old hand is watched on the felt. */
  update() {
    const { live } = this.table;
    if (live) this.shown.update?.(live);
  }
}

customElements.define("side-panel", SidePanel);
