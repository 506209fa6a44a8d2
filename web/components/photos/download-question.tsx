import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { fileSize } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { Question } from '../elements/question.tsx';

/** The confirmation of a large download. */
export function DownloadQuestion(): JSX.Element | null {
  const { downloads } = useApp();
  const asked = downloads.asked.value;
  if (!asked) return null;
  return (
    <Question
      title={text.downloads.largeTitle(asked.count, fileSize(asked.bytes))}
      body={text.downloads.largeBody}
      yes={text.download}
      run={() => {
        downloads.confirm(asked);
        return Promise.resolve();
      }}
      close={() => {
        downloads.asked.value = null;
      }}
    />
  );
}
