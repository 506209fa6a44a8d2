import { useEffect } from 'preact/hooks';
import { goTo } from '../../actions/viewer-actions.ts';
import { useApp } from '../../app.ts';

/** The fraction of the view by which a key moves a zoomed picture. */
const part = 0.2;

const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [part, 0],
  ArrowRight: [-part, 0],
  ArrowUp: [0, part],
  ArrowDown: [0, -part],
};

/**
 * Arrow keys move a zoomed picture, and at its edge go to the next photo; page keys always go to the next photo: through the
 * stack of the photo, and beyond its ends through the list.
 */
export function useZoomKeys(): void {
  const app = useApp();
  useEffect(() => {
    const { open, stack, viewer, dialog } = app;
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.value !== null) return;
      if (document.querySelector('dialog[open]')) return;
      // Elements with keys of their own: fields, videos, the scrolling panel.
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
