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
export type Heard =
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
export function listen(screen: Screen, heard: Readonly<Record<Heard, () => void>>): () => void {
  for (const [name, hear] of Object.entries(heard)) screen.addEventListener(name, hear);
  return () => {
    for (const [name, hear] of Object.entries(heard)) screen.removeEventListener(name, hear);
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
