import { signal, type Signal } from '@preact/signals';
import type { PluginSetting, PluginSettingValue, PluginWithSettings } from '../../../core/http/wire.ts';

/** A setting being edited, as typed: `on` for a switch, lines for a list. */
export interface TypedSetting {
  readonly setting: PluginSetting;
  readonly typed: Signal<string>;
  /** Whether the stored secret is to be deleted. */
  readonly cleared: Signal<boolean>;
}

/** The form of one plugin's settings. */
export class PluginForm {
  readonly name: string;
  readonly fields = signal<readonly TypedSetting[]>([]);

  constructor(plugin: PluginWithSettings) {
    this.name = plugin.name;
    this.take(plugin);
  }

  /** Shows the server's values. */
  take({ settings }: PluginWithSettings): void {
    this.fields.value = settings.map((setting) => ({
      setting,
      typed: signal(asTyped(setting)),
      cleared: signal(false),
    }));
  }

  /** The changes to send: changed values, and null for cleared ones. */
  get changes(): Record<string, PluginSettingValue | null> {
    const changes = this.fields.value.flatMap(({ setting, typed, cleared }) => {
      if (setting.type === 'secret' && typed.value === '') return cleared.value ? [[setting.key, null] as const] : [];
      return typed.value === asTyped(setting) ? [] : [[setting.key, asValue(setting, typed.value)] as const];
    });
    return Object.fromEntries(changes);
  }

  /** Whether there is something to save. */
  get isChanged(): boolean {
    return Object.keys(this.changes).length > 0;
  }
}

function asTyped({ value }: PluginSetting): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'on' : '';
  return value === null ? '' : String(value);
}

function asValue({ type }: PluginSetting, typed: string): PluginSettingValue | null {
  if (type === 'switch') return typed === 'on';
  if (typed.trim() === '') return null;
  // Invalid numbers are sent as typed, so that the server reports them.
  if (type === 'number') return Number.isNaN(Number(typed)) ? typed : Number(typed);
  if (type !== 'list') return typed;
  return typed.split('\n').flatMap((line) => line.trim() || []);
}
