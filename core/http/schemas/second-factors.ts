import Joi from 'joi';
import { answer, either, extended, list, nullable, of, optional, type InputOf, type Value } from './answer.ts';
import { boolean, word } from './parts.ts';

/** A code as typed, or the result of a prompt. */
export const secondFactorCode = word.max(16_384);

export const factorName = word.max(256);

export const codeProof = {
  code: secondFactorCode.description('A code of the second factor; required if it is on.'),
  factor: factorName.description(
    'The plugin of the second factor whose code this is; absent: any of the user’s second factors.',
  ),
};

/** Proof beside the access token, for changes that need more than a session. */
export const ownProof = {
  current_password: word
    .max(1024)
    .description(
      'The password of the calling admin; required for their own account, and for the keys of an encrypted library.',
    ),
  ...codeProof,
};
export type OwnProof = InputOf<typeof ownProof>;

/** A plugin's text by language; a plain string is for all languages. */
const wording = either(word, answer({ en: word, de: optional(word), fr: optional(word) }));
export type Wording = Value<typeof wording>;

/** A second factor that a user can choose. */
export const offeredFactor = answer({
  plugin: word,
  label: wording,
  challenges: boolean.description('Whether the client has to request a challenge before it asks for the code.'),
  /** The URL of the module that gets the code; null if the user types it. */
  prompt: nullable(word),
  /** The input field for the code; null for six digits or a recovery code. */
  code_field: nullable(answer({ hint: wording, pattern: nullable(word) })),
});
export type OfferedFactor = Value<typeof offeredFactor>;

/** All second factors of the server, with the signed-in user's enrolment. */
export const ownFactors = answer({
  factors: list(
    extended(offeredFactor, {
      enabled: boolean,
      /** The page on which users enrol; null if the plugin has none. */
      enrolment: nullable(answer({ page: word, label: wording })),
    }),
  ),
});
export type OwnFactors = Value<typeof ownFactors>;

export const factorChallenge = answer({
  challenge: of<unknown, Joi.AnySchema>(
    Joi.any().description('JSON for the prompt of the factor; null if it has no challenge.'),
  ),
});
export type FactorChallenge = Value<typeof factorChallenge>;
