import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Finch } from '../components/elements/icon.tsx';
import { usePolled } from '../components/hooks/polled.ts';
import type { LockedLibrary } from '../state/server/locked-library.ts';
import { percent, text } from './text.ts';
import { UnlockForm } from './unlock-form.tsx';

/** Milliseconds. */
const every = 1000;

/** The page that a locked server serves at every URL, until its library is open. */
export function UnlockPage({ library }: { library: LockedLibrary }): JSX.Element {
  usePolled(() => library.refresh(), every);
  const state = library.state.value;
  const title = typeof state === 'object' ? text.converting[state.to].title : text.title;
  useEffect(() => {
    document.title = `${title} · Photofinch`;
  }, [title]);
  return (
    <main class="sign-in unlock" aria-busy={state === 'unknown'}>
      <div class="sheet">
        <h1>
          <Finch />
          Photofinch
        </h1>
        {library.lost.value && (
          <p class="notice" role="status">
            {text.lost}
          </p>
        )}
        {state === 'locked' && <UnlockForm library={library} />}
        {state === 'opening' && (
          <p class="who" role="status">
            {text.opening}
          </p>
        )}
        {typeof state === 'object' && <Converting {...state} />}
      </div>
    </main>
  );
}

function Converting({ to, done, total }: { to: 'encrypted' | 'plain'; done: number; total: number }): JSX.Element {
  const { title, share } = text.converting[to];
  const isKnown = total > 0;
  return (
    <>
      <h2 id="converting">{title}</h2>
      <progress aria-labelledby="converting" {...(isKnown && { value: done, max: total })} />
      {/* Rounded down, so that 100 % is only shown at the end. */}
      <p class="who">{isKnown && share(percent.format(Math.floor((100 * done) / total) / 100))}</p>
      <p class="who">{text.convertingBody}</p>
      {to === 'encrypted' && <p class="who">{text.erasedHint}</p>}
    </>
  );
}
