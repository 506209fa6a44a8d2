import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OwnProof } from '../../../core/http/wire.ts';
import { TwoFactorRoutes } from '../../api/two-factor.ts';
import { useApp } from '../../app.ts';
import { Field, PasswordField } from '../../components/elements/field.tsx';
import { Form, SubmitOrCancel } from '../../components/elements/form.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { TwoFactorSetup, type TwoFactorStep } from '../../state/session/two-factor-setup.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/settings/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { useProof } from '../../components/hooks/own-proof.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanStep } from './scan-step.tsx';

/** Switches the authenticator app as second factor on and off. */
export function SecondFactorPanel(): JSX.Element {
  const { api } = useApp();
  const [setup] = useState(() => new TwoFactorSetup(new TwoFactorRoutes(api.client)));
  useEffect(() => {
    void setup.load();
  }, []);
  const step = setup.step.value;
  const isOn = step.is === 'on' || step.is === 'codes';
  return (
    <Panel
      title={words.secondFactor}
      hint={words.secondFactorHint}
      aside={
        !['loading', 'failed', 'unavailable'].includes(step.is) && (
          <span class="badge" data-good={isOn}>
            {isOn ? words.on : words.off}
          </span>
        )
      }
    >
      <Step setup={setup} step={step} />
    </Panel>
  );
}

function Step({ setup, step }: { setup: TwoFactorSetup; step: TwoFactorStep }): JSX.Element {
  const { toasts } = useApp();
  switch (step.is) {
    case 'loading':
      return <p class="hint">{text.starting}</p>;
    case 'failed':
      return (
        <div class="buttons">
          <p class="failure">{step.why}</p>
          <button class="button" type="button" onClick={() => void setup.load()}>
            {text.tryAgain}
          </button>
        </div>
      );
    case 'unavailable':
      return <p class="hint">{words.secondFactorUnavailable}</p>;
    case 'off':
      return (
        <FormButton key="on" label={words.turnOn}>
          {(close) => <ProofStep begin={(proof) => setup.begin(proof)} close={close} />}
        </FormButton>
      );
    case 'scan':
      return <ScanStep setup={setup} enrolment={step.enrolment} />;
    case 'codes':
      return (
        <RecoveryCodes
          codes={step.codes}
          kept={() => {
            setup.kept();
            toasts.say(words.secondFactorOn);
          }}
        />
      );
    case 'on':
      return (
        <>
          <p>
            {words.codesLeft(step.codesLeft)} {step.codesLeft < 4 && words.fewCodesLeft}
          </p>
          <FormButton key="off" label={words.turnOff}>
            {(close) => <DropForm setup={setup} close={close} />}
          </FormButton>
        </>
      );
  }
}

/** A button that is replaced by the form it opens. */
function FormButton(props: { label: string; children: (close: () => void) => ComponentChildren }): JSX.Element {
  const [open, setOpen] = useState(false);
  const toggle = (): void => {
    setOpen(!open);
  };
  if (open) return <>{props.children(toggle)}</>;
  return (
    <div class="buttons">
      <button class="button" type="button" onClick={toggle}>
        {props.label}
      </button>
    </div>
  );
}

function ProofStep(props: { begin: (proof: OwnProof) => Promise<void>; close: () => void }): JSX.Element {
  const { busy, failure, field, make } = useAttempts({ focused: true });
  const proof = useProof({ label: words.confirmPassword, wrong: failure !== null, input: field });
  return (
    <Form
      submit={() => void make(async () => props.begin(await proof.give()))}
      busy={busy}
      failure={failure}
      buttons={<SubmitOrCancel submit={words.goOn} cancel={props.close} />}
    >
      {proof.fields}
    </Form>
  );
}

function DropForm({ setup, close }: { setup: TwoFactorSetup; close: () => void }): JSX.Element {
  const { toasts } = useApp();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, failure, field, make } = useAttempts({ focused: true });
  const drop = async (): Promise<void> => {
    await setup.drop(password, code);
    toasts.say(words.secondFactorOff);
  };
  return (
    <Form
      submit={() => void make(drop)}
      busy={busy}
      failure={failure}
      buttons={<SubmitOrCancel submit={words.turnOff} cancel={close} />}
    >
      <p class="hint">{words.dropHint}</p>
      <PasswordField label={text.password} name="password-again" value={password} set={setPassword} input={field} />
      <Field
        label={words.codeOrRecovery}
        name="code"
        autocomplete="one-time-code"
        value={code}
        set={setCode}
        wrong={failure !== null}
      />
    </Form>
  );
}
