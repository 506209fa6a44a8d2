import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Share } from '../../../core/http/wire.ts';
import type { ShareChoices } from '../../api/shares.ts';
import { words } from '../../strings/sharing/index.ts';
import { Check } from '../elements/check.tsx';
import { Field, PasswordField } from '../elements/field.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useAttempts } from '../hooks/attempts.ts';

type Expiry = keyof typeof words.endings;

/** In seconds. */
const day = 86_400;
const lengths: Readonly<Record<Expiry, number | null>> = {
  day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
  never: null,
};

interface ShareFormProps {
  /** The link to edit; null for a new one. */
  readonly share: Share | null;
  /** The title that is proposed for a new one. */
  readonly proposal?: string;
  readonly submit: string;
  /** @throws the server's error */
  readonly run: (choices: ShareChoices) => Promise<void>;
  readonly close: () => void;
}

/** The options of a share link. */
export function ShareForm({ share, proposal = '', submit, run, close }: ShareFormProps): JSX.Element {
  const [name, setName] = useState(share ? (share.name ?? '') : proposal);
  const [ending, setEnding] = useState<Expiry | 'same'>(share ? 'same' : 'month');
  const [isProtected, setProtected] = useState(share?.has_password ?? false);
  const [password, setPassword] = useState('');
  const [details, setDetails] = useState(share?.details ?? false);
  const [download, setDownload] = useState(share?.download ?? false);
  const [archived, setArchived] = useState(share?.include_archived ?? true);
  const attempt = useAttempts();
  const keepsPassword = share?.has_password === true && isProtected && password === '';

  const send = async (): Promise<void> => {
    const length = ending === 'same' ? undefined : lengths[ending];
    await run({
      name,
      ...(length !== undefined && {
        expires_at: length === null ? null : Math.floor(Date.now() / 1000) + length,
      }),
      ...(!keepsPassword && { password: isProtected ? password : null }),
      details,
      download,
      include_archived: archived,
    });
  };

  return (
    <Form
      submit={() => void attempt.make(send)}
      busy={attempt.busy}
      failure={attempt.failure}
      buttons={<SubmitOrCancel submit={submit} cancel={close} />}
    >
      <Field
        label={words.name}
        name="share-name"
        autocomplete="off"
        capitals="sentences"
        hint={words.nameHint}
        value={name}
        set={setName}
        optional
      />
      <div class="field">
        <label for="share-end">{words.ends}</label>
        <select
          id="share-end"
          value={ending}
          onChange={({ currentTarget }) => {
            setEnding(currentTarget.value as Expiry | 'same');
          }}
        >
          {share && <option value="same">{words.endsAsNow}</option>}
          {(Object.keys(lengths) as Expiry[]).map((value) => (
            <option key={value} value={value}>
              {words.endings[value]}
            </option>
          ))}
        </select>
      </div>
      <Check label={words.withPassword} on={isProtected} set={setProtected} />
      {isProtected && (
        <PasswordField
          label={words.password}
          name="share-password"
          isNew
          hint={share?.has_password ? words.passwordStays : words.passwordHint}
          value={password}
          set={setPassword}
          optional={share?.has_password === true}
          wrong={attempt.isPasswordRefused}
          input={attempt.password}
        />
      )}
      <Check label={words.details} on={details} set={setDetails} />
      <Check label={words.download} hint={words.downloadHint} on={download} set={setDownload} />
      <Check label={words.archived} on={archived} set={setArchived} />
      <p class="hint">{words.videosHint}</p>
    </Form>
  );
}
