// <settings-panel>: how this device shows and does things.

import { freshId, h } from "../dom.js";
import { changeSetting, settings } from "../keep.js";
import { languages, t } from "../words.js";

const SWITCHES = ["fourColours", "sound", "confirm", "keys"];
const THEMES = ["auto", "light", "dark"];

export class SettingsPanel extends HTMLElement {
  connectedCallback() {
    const now = settings();
    const spoken = [{ tag: "auto", name: t("settings.auto") }, ...languages()];
    this.replaceChildren(
      ...SWITCHES.map((name) => {
        const box = h("input", { type: "checkbox", id: freshId("setting"), onchange: () => changeSetting(name, box.checked) });
        box.checked = now[name];
        return h("p", { class: "check" }, box, h("label", { for: box.id }, t(`settings.${name}`)));
      }),
      this.choice("theme", THEMES.map((one) => [one, t(`settings.themes.${one}`)]), now.theme),
      this.choice("language", spoken.map((one) => [one.tag, one.name]), now.language),
    );
  }

  choice(name, options, value) {
    const field = h("select", { id: freshId("setting"), onchange: () => changeSetting(name, field.value) });
    field.append(...options.map(([key, text]) => h("option", { value: key }, text)));
    field.value = value;
    return h("p", { class: "field" }, h("label", { for: field.id }, t(`settings.${name}`)), field);
  }
}

customElements.define("settings-panel", SettingsPanel);
