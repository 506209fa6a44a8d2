import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { fileSize } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { Question } from '../elements/question.tsx';

/** The confirmation of a large download. */
export function DownloadQuestion(): JSX.Element | null {
  const { downloads } = useApp();
  const question = downloads.asked.value;
  if (!question) return null;
  return (
    <Question
      title={text.downloads.largeTitle(question.count, fileSize(question.bytes))}
      body={text.downloads.largeBody}
      yes={text.download}
      run={() => {
        downloads.confirm(question);
        return Promise.resolve();
      }}
      close={() => {
        downloads.asked.value = null;
      }}
    />
  );
}
