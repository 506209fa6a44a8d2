import type { JSX } from 'preact';
import { words } from '../../strings/settings/index.ts';
import { CopyButton } from '../../components/elements/copy-button.tsx';

/** The recovery codes, which are only shown once. */
export function RecoveryCodes({ codes, kept }: { codes: readonly string[]; kept: () => void }): JSX.Element {
  return (
    <div class="recovery">
      <h3>{words.recoveryTitle}</h3>
      <p class="hint">{words.recoveryHint}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button class="button primary" type="button" onClick={kept}>
          {words.haveKept}
        </button>
        <CopyButton label={words.copyCodes} of={codes.join('\n')} />
        <button
          class="button"
          type="button"
          onClick={() => {
            print();
          }}
        >
          {words.printCodes}
        </button>
      </div>
    </div>
  );
}
