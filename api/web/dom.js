// Small helpers to make elements once and to change them in place afterwards, so that focus, scroll and movement
// survive every update.

/** Make an element. `props`: `class`, `text`, `on<event>` functions, attributes; null and false leave one out. */
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name === "class" ? "class" : name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Set a text only where it differs: screen readers and selections notice every write. */
export function setText(node, text) {
  const wanted = text ?? "";
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Set, change or remove an attribute; true stands for an empty one. */
export function setAttr(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const wanted = value === true ? "" : String(value);
  if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
}

/** Show or hide an element. */
export function show(node, shown) {
  if (node.hidden === Boolean(shown)) node.hidden = !shown;
}

/**
 * Let `parent` hold one child for each item, in order. A child is found again by its key, made once by `make(item)`
 * and brought up to date by `update(child, item)`; moving is avoided where order has not changed.
 */
export function keyed(parent, items, keyOf, make, update = () => {}) {
  const known = new Map();
  for (const child of [...parent.children]) {
    if (child.dataset.key !== undefined) known.set(child.dataset.key, child);
  }
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let child = known.get(key);
    known.delete(key);
    if (!child) {
      child = make(item);
      child.dataset.key = key;
    }
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
    update(child, item);
  }
  for (const child of known.values()) child.remove();
}

let numbered = 0;

/** An id that nothing else on the page has, to tie labels to what they name. */
export function freshId(stem) {
  numbered += 1;
  return `${stem}-${numbered}`;
}
