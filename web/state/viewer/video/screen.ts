interface Spans {
  readonly length: number;
  start(at: number): number;
  end(at: number): number;
}

/** The part of a video element that the player uses. */
export interface Screen extends EventTarget {
  src: string;
  currentTime: number;
  muted: boolean;
  volume: number;
  playbackRate: number;
  defaultPlaybackRate: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly videoWidth: number;
  readonly buffered: Spans;
  readonly seekable: Spans;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: string): void;
}

/** The events that the player listens to. */
export type PlayerEvent =
  | 'loadedmetadata'
  | 'timeupdate'
  | 'progress'
  | 'play'
  | 'pause'
  | 'waiting'
  | 'playing'
  | 'canplay'
  | 'ended'
  | 'error';

/** @returns a function that stops listening */
export function listen(screen: Screen, listeners: Readonly<Record<PlayerEvent, () => void>>): () => void {
  for (const [name, listener] of Object.entries(listeners)) screen.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) screen.removeEventListener(name, listener);
  };
}

/** Aborts the transfer, by which the server notices that the video was closed. */
export function unload(screen: Screen): void {
  screen.pause();
  screen.removeAttribute('src');
  screen.load();
}

/** Whether the browser can seek to a second: not in a stream without ranges. */
export function canJump({ seekable }: Screen, to: number): boolean {
  return Array.from({ length: seekable.length }, (_, i) => i).some(
    (i) => seekable.start(i) <= to && to <= seekable.end(i) && seekable.end(i) > 0,
  );
}
