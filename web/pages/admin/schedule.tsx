import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { Field } from '../../components/elements/field.tsx';
import { Form, SubmitButton } from '../../components/elements/form.tsx';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { momentInTime } from '../../state/format.ts';
import { ScheduleForm } from '../../state/server/schedule-form.ts';
import { words } from '../../strings/admin/index.ts';
import { locale } from '../../strings/language.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';

/** The schedule of automatic snapshots. */
export function SchedulePanel(): JSX.Element {
  const { api } = useApp();
  const [form] = useState(() => new ScheduleForm());
  const [loaded, reload] = useLoaded((stop) => api.backups.schedule(stop), []);
  // Before the fields are painted: nothing that is typed is replaced.
  useLayoutEffect(() => {
    if (loaded.is === 'there') form.take(loaded.value);
  }, [loaded]);
  return (
    <Panel title={words.schedule}>
      <WhenLoaded of={loaded} again={reload}>
        {() => <Fields form={form} />}
      </WhenLoaded>
    </Panel>
  );
}

function Fields({ form }: { form: ScheduleForm }): JSX.Element {
  const { api, toasts } = useApp();
  const { busy, failure, make } = useAttempts();
  const next = form.saved.value?.next_run_at ?? null;
  const save = async (): Promise<void> => {
    if (!form.schedule) return;
    form.take(await api.backups.setSchedule(form.schedule));
    toasts.say(words.scheduleSaved);
  };
  return (
    <Form
      submit={() => void make(save)}
      busy={busy}
      failure={failure}
      buttons={<SubmitButton label={words.save} disabled={!form.isChanged} />}
    >
      <label class="switch">
        <input
          type="checkbox"
          checked={form.enabled.value}
          onChange={({ currentTarget }) => {
            form.enabled.value = currentTarget.checked;
          }}
        />
        {words.scheduleOn}
      </label>
      <Field
        label={words.scheduleTime}
        name="schedule-time"
        type="time"
        autocomplete="off"
        value={form.time.value}
        set={(time) => {
          form.time.value = time;
        }}
      />
      <Field
        label={words.scheduleKeep}
        name="schedule-keep"
        type="number"
        inputmode="numeric"
        autocomplete="off"
        min={1}
        max={10_000}
        value={form.keep.value}
        set={(keep) => {
          form.keep.value = keep;
        }}
      />
      <p class="hint">{next === null ? words.noNextRun : words.nextRun(momentInTime(next, locale))}</p>
    </Form>
  );
}
