import { expect } from 'chai';
import type { PluginSetting } from '../../core/http/wire.ts';
import { PluginForm } from '../../web/state/server/plugin-form.ts';

const setting = (key: string, type: PluginSetting['type'], value: PluginSetting['value']): PluginSetting => ({
  key,
  label: key,
  describe: key,
  type,
  choices: [],
  required: false,
  value,
  is_set: type === 'secret' || value !== null,
});

describe('the settings form of a plugin', () => {
  const settings = [
    setting('TEXT', 'text', 'blue'),
    setting('SECRET', 'secret', null),
    setting('NUMBER', 'number', 3),
    setting('SWITCH', 'switch', true),
    setting('LIST', 'list', ['one', 'two']),
  ];
  const newForm = (): PluginForm => new PluginForm({ name: 'tried', version: '1.0.0', settings });
  const type = (form: PluginForm, key: string, text: string): void => {
    form.fields.value.find((field) => field.setting.key === key)!.typed.value = text;
  };

  it('sends nothing before something is changed', () => {
    const form = newForm();
    expect([form.isChanged, form.changes]).to.deep.equal([false, {}]);
    type(form, 'TEXT', 'red');
    type(form, 'TEXT', 'blue');
    expect(form.isChanged).to.equal(false);
  });

  it('sends the changed values, each in the format of its type', () => {
    const form = newForm();
    type(form, 'SECRET', 'new');
    type(form, 'NUMBER', '4.5');
    type(form, 'SWITCH', '');
    type(form, 'LIST', ' one \n\nthree');
    expect(form.changes).to.deep.equal({ SECRET: 'new', NUMBER: 4.5, SWITCH: false, LIST: ['one', 'three'] });
  });

  it('sends an invalid number as typed, so that the server rejects it', () => {
    const form = newForm();
    type(form, 'NUMBER', 'many');
    expect(form.changes).to.deep.equal({ NUMBER: 'many' });
  });

  it('sends null for an emptied field, and for a secret to be removed', () => {
    const form = newForm();
    type(form, 'TEXT', ' ');
    form.fields.value[1]!.cleared.value = true;
    expect(form.changes).to.deep.equal({ TEXT: null, SECRET: null });
  });

  it('shows the values of the server’s response', () => {
    const form = newForm();
    type(form, 'TEXT', 'red');
    form.take({ name: 'tried', version: '1.0.0', settings: [setting('TEXT', 'text', 'RED')] });
    expect([form.fields.value.map(({ typed }) => typed.value), form.isChanged]).to.deep.equal([['RED'], false]);
  });
});
