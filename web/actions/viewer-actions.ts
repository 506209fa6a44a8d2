import type { App } from '../app.ts';
import type { PhotoItem } from '../../core/http/wire.ts';
import { text } from '../strings/index.ts';
import { hasNoPicture } from '../state/viewer/faults.ts';
import type { Action } from './action.ts';

const isOpen = ({ open }: App): boolean => open.uid.value !== null;
/** Whether a photo is open that did not fail to load. */
const isShown = (app: App): boolean => isOpen(app) && app.open.failure.value === null;
const isPicture = ({ open }: App): boolean => {
  const item = open.item.value;
  return item !== null && item.kind !== 'video' && !hasNoPicture(item);
};

/** Replaces the open photo with another one. */
export function goTo({ router }: App, photo: PhotoItem | null): void {
  if (photo) router.exchange({ ...router.place.value, photo: photo.uid });
}

const common = { role: 'read', group: 'viewer' } as const;

/** Actions on the photo viewer. */
export const viewerActions: readonly Action[] = [
  {
    ...common,
    id: 'close-photo',
    label: () => text.close,
    icon: 'close',
    shortcut: 'Escape',
    isOffered: isOpen,
    run: ({ router }) => {
      router.closePhoto();
    },
  },
  {
    ...common,
    id: 'newer',
    label: () => text.newer,
    icon: 'newer',
    shortcut: 'ArrowLeft',
    isOffered: ({ open }) => open.newer.value !== null,
    run: (app) => {
      goTo(app, app.open.newer.value);
    },
  },
  {
    ...common,
    id: 'older',
    label: () => text.older,
    icon: 'older',
    shortcut: 'ArrowRight',
    isOffered: ({ open }) => open.older.value !== null,
    run: (app) => {
      goTo(app, app.open.older.value);
    },
  },
  {
    ...common,
    id: 'faces-shown',
    label: ({ viewer }) => (viewer.boxes.value ? text.hideFaces : text.showFaces),
    icon: 'face',
    shortcut: 'b',
    isOffered: isPicture,
    run: ({ viewer }) => {
      viewer.boxes.value = !viewer.boxes.value;
    },
  },
  {
    ...common,
    id: 'text-shown',
    label: ({ viewer }) => (viewer.text.value ? text.hideText : text.showText),
    icon: 'text',
    shortcut: 'x',
    isOffered: ({ open }) => (open.photo.value?.written.length ?? 0) > 0,
    run: ({ viewer }) => {
      viewer.text.value = !viewer.text.value;
    },
  },
  {
    ...common,
    id: 'play-live',
    label: () => text.playing.live,
    icon: 'live',
    shortcut: 'v',
    isOffered: ({ viewer }) => viewer.live.there.value,
    run: ({ viewer }) => {
      viewer.live.play('aloud');
    },
  },
  {
    ...common,
    id: 'slide-show',
    label: ({ viewer }) => (viewer.show.playing.value ? text.endSlideShow : text.slideShow),
    icon: 'slides',
    shortcut: 'p',
    isOffered: isShown,
    run: ({ viewer: { show } }) => {
      if (show.playing.value) show.end();
      else show.begin();
    },
  },
  {
    ...common,
    id: 'pause-slide-show',
    label: ({ viewer }) => (viewer.show.paused.value ? text.viewer.play : text.viewer.pause),
    shortcut: 'k',
    isOffered: ({ viewer }) => viewer.show.playing.value,
    run: ({ viewer: { show } }) => {
      show.paused.value = !show.paused.value;
    },
  },
  {
    ...common,
    id: 'info',
    label: () => text.info,
    icon: 'info',
    shortcut: 'i',
    isOffered: isShown,
    run: ({ viewer }) => {
      viewer.info.value = !viewer.info.value;
    },
  },
  {
    ...common,
    id: 'photo-menu',
    label: () => text.viewer.moreActions,
    icon: 'more',
    shortcut: 'm',
    // The button that opens the menu is hidden during a slide show.
    isOffered: (app) => isShown(app) && !app.viewer.show.playing.value,
    run: ({ viewer }) => {
      viewer.menu.value = true;
    },
  },
  {
    ...common,
    id: 'keep-zoom',
    label: () => text.viewer.keepZoom,
    icon: 'keep-zoom',
    shortcut: 'z',
    isOffered: isPicture,
    run: ({ viewer, toasts }) => {
      viewer.keepZoom.value = !viewer.keepZoom.value;
      toasts.say(text.viewer.zoomKept(viewer.keepZoom.value));
    },
  },
  {
    ...common,
    id: 'zoom-in',
    label: () => text.zoomIn,
    shortcut: '+',
    isOffered: isPicture,
    run: ({ viewer }) => {
      viewer.view.zoomIn();
    },
  },
  {
    ...common,
    id: 'zoom-out',
    label: () => text.zoomOut,
    shortcut: '-',
    isOffered: isPicture,
    run: ({ viewer }) => {
      viewer.view.zoomOut();
    },
  },
  {
    ...common,
    id: 'whole-photo',
    label: () => text.wholePhoto,
    shortcut: '0',
    isOffered: isPicture,
    run: ({ viewer }) => {
      viewer.view.whole();
    },
  },
];
