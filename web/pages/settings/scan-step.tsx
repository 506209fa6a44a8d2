import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { TwoFactorEnrolment } from '../../../core/http/wire.ts';
import { Field } from '../../components/elements/field.tsx';
import { Form, SubmitButton } from '../../components/elements/form.tsx';
import { QrCode } from '../../components/elements/qr-code.tsx';
import type { TwoFactorSetup } from '../../state/session/two-factor-setup.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/settings/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { CopyButton } from '../../components/elements/copy-button.tsx';

/** The secret for the authenticator app, and a field for its first code. */
export function ScanStep(props: { setup: TwoFactorSetup; enrolment: TwoFactorEnrolment }): JSX.Element {
  const { setup, enrolment } = props;
  const [code, setCode] = useState('');
  const { busy, failure, field, make } = useAttempts({ focused: true });
  return (
    <>
      <h3>{words.scanTitle}</h3>
      <div class="scan">
        <QrCode svg={enrolment.qr_svg} label={words.qrLabel} />
        <div>
          <p class="hint">{words.orType}</p>
          <p class="secret">
            <code>{groupedByFour(enrolment.secret)}</code>
            <CopyButton label={words.copySecret} of={enrolment.secret} />
          </p>
        </div>
      </div>
      <h3>{words.codeTitle}</h3>
      <Form
        submit={() => void make(() => setup.confirm(code))}
        busy={busy}
        failure={failure}
        buttons={
          <>
            <SubmitButton label={words.confirmCode} disabled={code.length < 6} />
            <button
              class="button quiet"
              type="button"
              onClick={() => {
                setup.cancel();
              }}
            >
              {text.cancel}
            </button>
          </>
        }
      >
        <Field
          label={text.code}
          name="code"
          autocomplete="one-time-code"
          inputmode="numeric"
          value={code}
          set={setCode}
          clean={(typed) => typed.replaceAll(/\D/g, '').slice(0, 6)}
          wrong={failure !== null}
          input={field}
        />
      </Form>
    </>
  );
}

function groupedByFour(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
