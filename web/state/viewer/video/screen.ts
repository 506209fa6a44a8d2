interface Spans {
  readonly length: number;
  start(at: number): number;
  end(at: number): number;
}

/** The part of a video element that is used. */
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

/** What the player hears of its element. */
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

/** @returns stops listening */
export function listen(screen: Screen, heard: Readonly<Record<Heard, () => void>>): () => void {
  for (const [name, hear] of Object.entries(heard)) screen.addEventListener(name, hear);
  return () => {
    for (const [name, hear] of Object.entries(heard)) screen.removeEventListener(name, hear);
  };
}

/** Ends its transfer, by which the server learns that nobody watches any more. */
export function unload(screen: Screen): void {
  screen.pause();
  screen.removeAttribute('src');
  screen.load();
}

/** Whether the browser can jump there in what it has: in a stream without ranges it cannot. */
export function canJump({ seekable }: Screen, to: number): boolean {
  return Array.from({ length: seekable.length }, (_, i) => i).some(
    (i) => seekable.start(i) <= to && to <= seekable.end(i) && seekable.end(i) > 0,
  );
}
