// Zoom and pan by wheel, two fingers, drag or keys; the board never leaves its frame.

/** The distance from the board to the edge of its frame, in pixels. */
export const INSET = 4;
const MOST = 6;
const TAP = 7;

export class Viewport {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  moving = $state(false);
  width = $state(1);
  height = $state(1);

  #pointers = new Map<number, { x: number; y: number }>();
  #dragged = 0;
  #moved = false;
  #tap?: { x: number; y: number; at: number };
  #frame?: HTMLElement;

  /** Whether the press that just ended moved the board, and so was not a tap. */
  get wasDrag(): boolean {
    return this.#dragged > TAP;
  }

  attach = (frame: HTMLElement): (() => void) => {
    this.#frame = frame;
    const sizes = new ResizeObserver(() => {
      this.width = frame.clientWidth;
      this.height = frame.clientHeight;
      this.#clamp();
    });
    sizes.observe(frame);
    frame.addEventListener("wheel", this.#wheel, { passive: false });
    frame.addEventListener("pointerdown", this.#down);
    frame.addEventListener("pointermove", this.#move);
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) frame.addEventListener(end, this.#up);
    return () => sizes.disconnect();
  };

  zoom(factor: number, cx = this.width / 2, cy = this.height / 2): void {
    this.#moved = true;
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    this.x = cx - ((cx - this.x) * scale) / this.scale;
    this.y = cy - ((cy - this.y) * scale) / this.scale;
    this.scale = scale;
    this.#clamp();
  }

  pan(dx: number, dy: number): void {
    this.#moved = true;
    this.x += dx;
    this.y += dy;
    this.#clamp();
  }

  /** Show the board at a scale around a point of the frame, until somebody moves it. */
  start(scale: number, at: { x: number; y: number }): void {
    if (this.#moved) return;
    this.scale = scale;
    this.x = this.width / 2 - at.x * scale;
    this.y = this.height / 2 - at.y * scale;
    this.#clamp();
  }

  fit(): void {
    this.#moved = true;
    this.scale = 1;
    this.x = this.y = 0;
  }

  key(event: KeyboardEvent): boolean {
    const step = 60;
    const moves: Record<string, () => void> = {
      "+": () => this.zoom(1.3),
      "=": () => this.zoom(1.3),
      "-": () => this.zoom(1 / 1.3),
      "0": () => this.fit(),
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
    };
    const move = moves[event.key];
    move?.();
    return move !== undefined;
  }

  #clamp(): void {
    this.x = Math.min(0, Math.max(this.width * (1 - this.scale), this.x));
    this.y = Math.min(0, Math.max(this.height * (1 - this.scale), this.y));
  }

  #at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.#frame!.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = this.#at(event);
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  };

  #down = (event: PointerEvent): void => {
    if (this.#pointers.size === 0) this.#dragged = 0;
    this.#pointers.set(event.pointerId, this.#at(event));
  };

  #move = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#at(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor =
        Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
      this.zoom(factor, other.x, other.y);
      this.#dragged = TAP + 1;
    } else if (this.scale > 1) {
      this.pan(now.x - before.x, now.y - before.y);
    }
    this.#dragged += Math.hypot(now.x - before.x, now.y - before.y);
    this.moving = this.wasDrag && (this.scale > 1 || other !== undefined);
    this.#pointers.set(event.pointerId, now);
  };

  #up = (event: PointerEvent): void => {
    if (event.type === "pointerup" && event.pointerType === "touch" && !this.wasDrag) this.#tapped(event);
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size === 0) this.moving = false;
  };

  /** Zoom in on a double tap, and back to the whole board on the next. */
  #tapped(event: PointerEvent): void {
    const now = { ...this.#at(event), at: event.timeStamp };
    const before = this.#tap;
    this.#tap = now;
    if (!before || now.at - before.at > 320 || Math.hypot(now.x - before.x, now.y - before.y) > 32) return;
    this.#tap = undefined;
    if (this.scale > 1) this.fit();
    else this.zoom(2.4, now.x, now.y);
  }
}
