import { useEffect } from 'preact/hooks';
import { goTo } from '../../actions/viewer-actions.ts';
import { useApp } from '../../app.ts';

/** The part of the view that a key moves a zoomed picture by. */
const part = 0.2;

const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [part, 0],
  ArrowRight: [-part, 0],
  ArrowUp: [0, part],
  ArrowDown: [0, -part],
};

/**
 * Arrow keys move a zoomed picture, and go on to the next at its edge; page keys go on in any case: through the stack that the
 * photo is in, and beyond its ends to the next in the list.
 */
export function useZoomKeys(): void {
  const app = useApp();
  useEffect(() => {
    const { open, stack, viewer, dialog } = app;
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.value !== null) return;
      if (document.querySelector('dialog[open]')) return;
      // Those that know keys of their own: fields, videos, the panel that scrolls.
      if (
        target instanceof Element &&
        target.closest('input, select, textarea, .player-controls, .photo-info, .filmstrip')
      )
        return;
      const uid = open.uid.value;
      const neighbour = {
        PageUp: stack.beside(uid, -1) ?? open.newer.value,
        PageDown: stack.beside(uid, 1) ?? open.older.value,
      }[key];
      const arrow = arrows[key];
      if (neighbour) goTo(app, neighbour);
      else if (!arrow || viewer.view.zoom.peek().scale <= 1 || !viewer.view.pan(...arrow)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
}
