import { signal } from '@preact/signals';
import type { BackupSchedule, PlannedBackups } from '../../../core/http/wire.ts';

/** The form of the backup schedule. */
export class ScheduleForm {
  readonly enabled = signal(false);
  /** `03:30`, in the server's time zone. */
  readonly time = signal('');
  /** As typed. */
  readonly keep = signal('');
  /** The server's values. */
  readonly saved = signal<PlannedBackups | null>(null);

  /** Shows the server's values. */
  take(planned: PlannedBackups): void {
    this.saved.value = planned;
    this.enabled.value = planned.enabled;
    this.time.value = clockTime(planned);
    this.keep.value = String(planned.keep);
  }

  /** The schedule to send; null while the time or the number is invalid. */
  get schedule(): BackupSchedule | null {
    const time = /^(\d\d):(\d\d)/.exec(this.time.value);
    const keep = Number(this.keep.value);
    if (!time || !Number.isInteger(keep) || keep < 1 || keep > 10_000) return null;
    return { enabled: this.enabled.value, hour: Number(time[1]), minute: Number(time[2]), keep };
  }

  /** Whether there is something to save. An invalid field counts: on saving, the browser says what is wrong with it. */
  get isChanged(): boolean {
    const { saved, schedule } = { saved: this.saved.value, schedule: this.schedule };
    if (!saved) return false;
    if (!schedule) return true;
    return (['enabled', 'hour', 'minute', 'keep'] as const).some((field) => saved[field] !== schedule[field]);
  }
}

/** `03:30`. */
function clockTime({ hour, minute }: Pick<BackupSchedule, 'hour' | 'minute'>): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}
