import type { JSX } from 'preact';
import { csvOf, linesOf } from '../../state/photos/duplicate-files.ts';
import { filesOf, type DuplicateGroup } from '../../state/photos/duplicates.ts';
import { fileSize } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { CopyButton } from '../elements/copy-button.tsx';

/** The files that can be deleted from the photo store, as CSV or text. */
export function DuplicateFiles({ groups }: { groups: readonly DuplicateGroup[] }): JSX.Element {
  const files = groups.flatMap(filesOf);
  const save = (): void => {
    // The byte order mark tells spreadsheets that it is UTF-8.
    const url = URL.createObjectURL(new Blob([`\ufeff${csvOf(groups)}`], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'duplicates.csv';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <section class="duplicate-files" aria-label={text.duplicateFiles.list}>
      <h2>{text.duplicateFiles.list}</h2>
      <p>
        <strong>
          {text.duplicateFiles.files(files.length, fileSize(files.reduce((sum, { size }) => sum + size, 0)))}
        </strong>{' '}
        {text.duplicateFiles.hint}
      </p>
      <div>
        <CopyButton of={linesOf(groups)} label={text.duplicateFiles.copy} />
        <button class="button" type="button" onClick={save}>
          {text.duplicateFiles.save}
        </button>
      </div>
    </section>
  );
}
