import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PluginWithSettings } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { Check } from '../../components/elements/check.tsx';
import { Choice } from '../../components/elements/choice.tsx';
import { Field } from '../../components/elements/field.tsx';
import { Form, SubmitButton } from '../../components/elements/form.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { PluginForm, type TypedSetting } from '../../state/server/plugin-form.ts';
import { words } from '../../strings/admin/index.ts';

/** Settings of plugins. */
export function PluginsSection(): JSX.Element {
  const { api } = useApp();
  const [loaded, reload] = useLoaded((stop) => api.admin.plugins(stop), []);
  return (
    <WhenLoaded of={loaded} again={reload}>
      {({ plugins }) => {
        const adjustable = plugins.filter(({ settings }) => settings.length > 0);
        if (adjustable.length === 0) {
          return (
            <Panel title={words.plugins}>
              <p>{words.pluginSettings.none}</p>
            </Panel>
          );
        }
        return (
          <>
            {adjustable.map((plugin) => (
              <PluginPanel key={plugin.name} plugin={plugin} />
            ))}
          </>
        );
      }}
    </WhenLoaded>
  );
}

function PluginPanel({ plugin }: { plugin: PluginWithSettings }): JSX.Element {
  const { api, toasts } = useApp();
  const [form] = useState(() => new PluginForm(plugin));
  const { busy, failure, make } = useAttempts();
  const save = async (): Promise<void> => {
    form.take(await api.admin.changePlugin(form.name, form.changes));
    toasts.say(words.pluginSettings.saved(form.name));
  };
  return (
    <Panel title={`${plugin.name} ${plugin.version}`}>
      <Form
        submit={() => void make(save)}
        busy={busy}
        failure={failure}
        buttons={<SubmitButton label={words.pluginSettings.save} disabled={!form.isChanged} />}
      >
        {form.fields.value.map((field) => (
          <SettingField key={field.setting.key} plugin={form.name} field={field} />
        ))}
      </Form>
    </Panel>
  );
}

function SettingField({ plugin, field }: { plugin: string; field: TypedSetting }): JSX.Element {
  const { setting, typed, cleared } = field;
  const { key, type, describe, choices, required, is_set: isSet } = setting;
  const { pluginSettings } = words;
  const label = required ? `${setting.label} (${pluginSettings.needed})` : setting.label;
  const name = `${plugin}-${key}`;
  const set = (value: string): void => {
    typed.value = value;
  };
  if (type === 'switch') {
    return (
      <Check
        label={label}
        hint={describe}
        on={typed.value === 'on'}
        set={(isOn) => {
          set(isOn ? 'on' : '');
        }}
      />
    );
  }
  if (type === 'choice') {
    const options = [
      ...(isSet ? [] : [{ value: '', label: pluginSettings.unset }]),
      ...choices.map((value) => ({ value, label: value })),
    ];
    return (
      <div class="field">
        <Choice label={label} name={name} options={options} value={typed.value} set={set} />
        <p>{describe}</p>
      </div>
    );
  }
  if (type === 'list') {
    return (
      <div class="field">
        <label for={`field-${name}`}>{label}</label>
        <p id={`hint-${name}`}>
          {describe} {pluginSettings.lines}
        </p>
        <textarea
          id={`field-${name}`}
          rows={4}
          spellcheck={false}
          aria-describedby={`hint-${name}`}
          value={typed.value}
          onInput={({ currentTarget }) => {
            set(currentTarget.value);
          }}
        />
      </div>
    );
  }
  const isStored = type === 'secret' && isSet;
  return (
    <>
      <Field
        label={label}
        name={name}
        type={type === 'secret' ? 'password' : 'text'}
        {...(type === 'number' && { inputmode: 'numeric' as const })}
        autocomplete={type === 'secret' ? 'new-password' : 'off'}
        hint={isStored ? `${describe} ${pluginSettings.isSet}` : describe}
        optional
        value={typed.value}
        set={set}
      />
      {isStored && (
        <Check
          label={pluginSettings.clear}
          on={cleared.value}
          set={(isOn) => {
            cleared.value = isOn;
          }}
        />
      )}
    </>
  );
}
