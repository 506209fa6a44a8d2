import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { duration, formatCount } from '../../state/format.ts';
import { isBeginning, readingOf, type Reading } from '../../state/server/reading.ts';
import { text } from '../../strings/index.ts';

const words = text.frame.reading;

/** The progress of indexing as a sentence; it says so if the total may still grow. */
export function readingSentence({ what, done, total, isAtLeast }: Reading): string {
  const template = what === 'understanding' ? words.understanding : isAtLeast ? words.atLeast : words.photos;
  return template(formatCount(done), formatCount(total));
}

/** A progress bar; indeterminate while the total is unknown. @param reading null before any photo is found */
export function ReadingBar({ reading }: { reading: Reading | null }): JSX.Element {
  const known = reading !== null && !reading.isAtLeast ? { max: reading.total, value: reading.done } : {};
  return <progress aria-label={words.title} {...known} />;
}

/** A notice while most of the library is still to come, with the progress and what can be done in the meantime. */
export function ReadingNotice(): JSX.Element | null {
  const { watch, shown } = useApp();
  const reading = readingOf(watch.status.value);
  // A page without photos shows this itself.
  if (!reading || !isBeginning(reading) || (shown.value?.layout.total ?? 0) === 0) return null;
  return (
    <section class="notice reading-notice" aria-label={words.title}>
      <p>
        <strong>{words.title}</strong> {readingSentence(reading)}
        {reading.eta !== null && `, ${text.timeLeft(duration(reading.eta))}`}
      </p>
      <ReadingBar reading={reading} />
      <small>{words.meanwhile}</small>
    </section>
  );
}
