// Dragging with pointer events, for mouse, pen and finger alike. What is dragged, and where it may fall, the caller
// says; a drag that is cancelled, or ends outside, leaves everything as it was.

const THRESHOLD_PX = 8;

/**
 * Let the children of `root` that `pick(target)` finds be dragged. `pick` returns a value to carry, or null;
 * `over(element, value)` returns the place under the pointer that would take it, or null; `drop(value, place)` is
 * called once, on a place that takes it.
 */
export function draggable(root, { pick, over, drop }) {
  let held = null;

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held) return;
    const value = pick(event.target);
    if (value === null) return;
    held = { value, node: event.target.closest("[data-drag]"), x: event.clientX, y: event.clientY, id: event.pointerId, moving: false, place: null };
  });

  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving) {
      if (Math.hypot(x, y) < THRESHOLD_PX) return;
      held.moving = true;
      root.setPointerCapture(held.id);
      held.node.classList.add("dragged");
    }
    held.node.style.translate = `${x}px ${y}px`;
    const below = document.elementsFromPoint(event.clientX, event.clientY).find((one) => !held.node.contains(one));
    light(below ? over(below, held.value) : null);
  });

  root.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.id) return;
    const { moving, value, place } = held;
    end();
    if (!moving) return;
    // The click that a browser may still send belongs to the drag, and is no tap.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (place) drop(value, place);
  });

  root.addEventListener("pointercancel", (event) => event.pointerId === held?.id && end());
  // A finger is captured by what it touched, which loses it to `root` as the drag begins.
  root.addEventListener("lostpointercapture", (event) => event.target === root && event.pointerId === held?.id && end());
  addEventListener("keydown", (event) => event.key === "Escape" && held?.moving && end());

  function light(place) {
    if (held.place === place) return;
    held.place?.classList.remove("taking");
    held.place = place;
    place?.classList.add("taking");
  }

  function end() {
    light(null);
    const { node, id } = held;
    held = null;
    node.classList.remove("dragged");
    node.style.translate = "";
    if (root.hasPointerCapture(id)) root.releasePointerCapture(id);
  }
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
