import Joi from 'joi';
import { DomainError } from '../domain/errors.ts';
import { byteForms, durationForms, readBytes, readSeconds } from '../plugin-api/toolkit/quantities.ts';

/** An empty variable counts as not set. */
export const flag = Joi.boolean().truthy('1', 'yes', 'on').falsy('0', 'no', 'off').empty('');

/** `90`, `90s`, `5m`, `8h` or `30d` → seconds. */
export const duration = Joi.string()
  .custom((text: string, helpers) => readSeconds(text) ?? helpers.error('duration'))
  .messages({ duration: `{#label} must be ${durationForms}` });

/** `0`, `500MB`, `512MiB` or `1.5 TB` → bytes. @param least in one of these forms */
export const size = (least: string): Joi.StringSchema =>
  Joi.string()
    .custom((text: string, helpers) => {
      const bytes = readBytes(text);
      if (bytes === undefined) return helpers.error('size');
      return bytes >= (readBytes(least) ?? 0) ? bytes : helpers.error('small', { least });
    })
    .messages({ size: `{#label} must be ${byteForms}`, small: '{#label} must be at least {#least}' });

/** The lifetime of a sign-in: positive, and limited. */
export const lifetime = (mostDays: number): Joi.StringSchema =>
  duration
    .custom((seconds: number, helpers) =>
      seconds >= 1 && seconds <= mostDays * 86400 ? seconds : helpers.error('lifetime', { mostDays }),
    )
    .messages({ lifetime: '{#label} must be at least 1 second and at most {#mostDays}d' });

/** A text that passes `check`. The name at the beginning of an error message of `check` is replaced by the variable. */
export const checked = (check: (text: string) => unknown): Joi.StringSchema =>
  Joi.string()
    .allow('')
    .custom((text: string, helpers) => {
      try {
        check(text);
        return text;
      } catch (error) {
        if (error instanceof DomainError)
          return helpers.error('refused', { why: error.message.replace(/^\w+ |\.$/g, '') });
        throw error;
      }
    })
    .messages({ refused: '{#label} {#why}' });

/** A value of `:file` names the system's own time zone. */
export const timeZone = Joi.string()
  .allow('')
  .custom((text: string, helpers) => {
    if (text.startsWith(':')) return '';
    try {
      new Intl.DateTimeFormat('en', { timeZone: text }).format();
      return text;
    } catch {
      return helpers.error('zone');
    }
  })
  .messages({ zone: '{#label} must be the name of a time zone, such as UTC or Europe/Berlin' });
