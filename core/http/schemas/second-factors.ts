import Joi from 'joi';
import type { FactorChallenge, OfferedFactor, OwnFactors, Wording } from '../wire.ts';
import { answer, either, extended, list, nullable, of, optional } from './answer.ts';
import { boolean, word } from './parts.ts';

/** A code as typed, or the result of a prompt. */
export const secondFactorCode = Joi.string().max(16_384);

export const factorName = Joi.string().max(256);

const wording = either<string, Exclude<Wording, string>>(
  word,
  answer<Exclude<Wording, string>>({ en: word, de: optional(word), fr: optional(word) }),
);

export const offeredFactor = answer<OfferedFactor>({
  plugin: word,
  label: wording,
  challenges: boolean.description('Whether the client has to request a challenge before it asks for the code.'),
  prompt: nullable(word),
  code_field: nullable(answer<NonNullable<OfferedFactor['code_field']>>({ hint: wording, pattern: nullable(word) })),
});

export const ownFactors = answer<OwnFactors>({
  factors: list(
    extended<OwnFactors['factors'][number], OfferedFactor>(offeredFactor, {
      enabled: boolean,
      enrolment: nullable(
        answer<NonNullable<OwnFactors['factors'][number]['enrolment']>>({ page: word, label: wording }),
      ),
    }),
  ),
});

export const factorChallenge = answer<FactorChallenge>({
  challenge: of<unknown, Joi.AnySchema>(
    Joi.any().description('JSON for the prompt of the factor; null if it has no challenge.'),
  ),
});
