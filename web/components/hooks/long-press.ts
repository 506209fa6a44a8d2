import { useEffect, useMemo } from 'preact/hooks';

/** Milliseconds after which a resting finger is a long press. */
const restsFor = 450;
/** A finger that moves further, in pixels, scrolls. */
const slack = 10;

type Handlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent) => void
> &
  Record<'onContextMenu' | 'onClickCapture', (event: MouseEvent) => void>;

interface LongPressOptions {
  /** Milliseconds. */
  readonly after?: number;
  /** Whether a held mouse button does the same. */
  readonly byMouse?: boolean;
}

/** Calls `action` with the target of a long press, and suppresses the click and the context menu that would follow. */
export function useLongPress(action: (target: EventTarget | null) => void, options: LongPressOptions = {}): Handlers {
  const press = useMemo(() => new LongPress(), []);
  press.then = action;
  press.after = options.after ?? restsFor;
  press.byMouse = options.byMouse ?? false;
  useEffect(() => press.onPointerUp, [press]);
  return press;
}

class LongPress implements Handlers {
  then: (target: EventTarget | null) => void = () => undefined;
  after = restsFor;
  byMouse = false;
  #timer = 0;
  #from = { x: 0, y: 0 };
  #byTouch = false;
  #took = false;

  readonly onPointerDown = ({ pointerType, isPrimary, button, clientX, clientY, target }: PointerEvent): void => {
    clearTimeout(this.#timer);
    this.#byTouch = pointerType === 'touch';
    this.#took = false;
    if (!(this.#byTouch || this.byMouse) || !isPrimary || button !== 0) return;
    this.#from = { x: clientX, y: clientY };
    this.#timer = window.setTimeout(() => {
      this.#took = true;
      this.then(target);
    }, this.after);
  };

  readonly onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    if (Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > slack) clearTimeout(this.#timer);
  };

  readonly onPointerUp = (): void => {
    clearTimeout(this.#timer);
  };

  readonly onPointerCancel = this.onPointerUp;

  readonly onContextMenu = (event: MouseEvent): void => {
    if (this.#byTouch) event.preventDefault();
  };

  readonly onClickCapture = (event: MouseEvent): void => {
    if (!this.#took) return;
    this.#took = false;
    event.preventDefault();
    event.stopPropagation();
  };
}
