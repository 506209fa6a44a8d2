import type { ComponentChildren, JSX } from 'preact';
import type { Loaded } from '../hooks/loaded.ts';
import { Message } from '../elements/message.tsx';
import { DownloadAll } from '../photos/download-all.tsx';
import { TryAgain } from '../elements/try-again.tsx';
import { text } from '../../strings/index.ts';

interface PageFrameProps {
  readonly title: string;
  /** Shown beside the title: a count, buttons. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page other than a list of photos, with its title. */
export function PageFrame({ title, aside, children }: PageFrameProps): JSX.Element {
  return (
    <main class="page-frame" tabIndex={-1} aria-label={title}>
      <div class="page-title">
        <h1>{title}</h1>
        {aside}
      </div>
      {children}
    </main>
  );
}

interface ListTitleProps {
  readonly title: string;
  /** The number of photos, and of videos among them. */
  readonly counts: readonly [all: number, videos?: number];
  /** Actions on the list. */
  readonly children?: ComponentChildren;
}

/** The title above a list of photos. */
export function ListTitle({ title, counts, children }: ListTitleProps): JSX.Element {
  return (
    <div class="page-title list-title">
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <small>{counts[0] > 0 && text.photos(...counts)}</small>
      {counts[0] > 0 && <DownloadAll />}
      {children}
    </div>
  );
}

interface WhenLoadedProps<T> {
  readonly of: Loaded<T>;
  readonly again: () => void;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows loaded content, a loading note, or an error. */
export function WhenLoaded<T>({ of, again, children }: WhenLoadedProps<T>): JSX.Element {
  if (of.is === 'there') return <>{children(of.value)}</>;
  if (of.is === 'loading') return <p class="loading">{text.starting}</p>;
  return (
    <Message drawing="lost" title={of.why} level={2}>
      <TryAgain run={again} />
    </Message>
  );
}
