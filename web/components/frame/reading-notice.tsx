import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { duration, formatCount } from '../../state/format.ts';
import { isBeginning, readingOf, type Reading } from '../../state/server/reading.ts';
import { text } from '../../strings/index.ts';

const words = text.frame.reading;

/** How far reading is, with a number that is true: one that may still grow is said to be so. */
export function readingSentence({ what, done, total, isAtLeast }: Reading): string {
  const say = what === 'understanding' ? words.understanding : isAtLeast ? words.atLeast : words.photos;
  return say(formatCount(done), formatCount(total));
}

/** A bar; where it cannot be known how much there is, one that only says that something is done. */
export function ReadingBar({ reading }: { reading: Reading }): JSX.Element {
  const { done, total, isAtLeast } = reading;
  return <progress aria-label={words.title} {...(!isAtLeast && { max: total, value: done })} />;
}

/** While most of the library is still to come: how far it is, and what can be done meanwhile. */
export function ReadingNotice(): JSX.Element | null {
  const { watch, shown } = useApp();
  const reading = readingOf(watch.status.value);
  // A page without photos says it itself.
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
