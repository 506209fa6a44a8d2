import type { Contracts, HealthCheck, Kind } from '../index.ts';
import { eventKindsProblem } from './event-sink.ts';
import type { Problem } from './problem.ts';
import { signInProblem } from './sign-in.ts';
import { secondFactorProblem } from './second-factor.ts';

type MethodsOf<K extends Kind> = readonly (keyof Contracts[K] & string)[];

/** The methods that an implementation of each kind must have. */
const requiredMethods: { readonly [K in Kind]: MethodsOf<K> } = {
  'photo-source': ['health', 'timeline', 'changes', 'nodes', 'albums', 'albumPhotos', 'thumbnail', 'open'],
  'ml-provider': ['models', 'onModelsChanged', 'detectFaces', 'embedFaces', 'embedImages', 'embedTexts'],
  'second-factor': ['isEnabled', 'status', 'verify', 'disable'],
  backups: ['list', 'take', 'remove', 'prune'],
  'vector-index': ['open'],
  'event-sink': ['take'],
  'backup-target': ['keep', 'list', 'remove'],
  'sign-in': [],
};

/** The optional methods of each kind. */
const optionalMethods: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  'photo-source': ['openMotion', 'storedAnalysis'],
  'backup-target': ['isReady'],
  'sign-in': ['bearer'],
  'second-factor': ['begin'],
};

const kinds: readonly string[] = Object.keys(requiredMethods);

const text = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : typeof value);

export const article = (kind: string): string => (/^(e|ml)/.test(kind) ? 'an' : 'a');

/** The problem with an implementation; null if it has everything that its kind requires. */
export function implementationProblem(kind: unknown, implementation: unknown): Problem | null {
  if (typeof kind !== 'string' || !kinds.includes(kind)) {
    return [`provides ${text(kind)}, which the server does not know`, `what can be provided is ${kinds.join(', ')}`];
  }
  if (typeof implementation !== 'object' || implementation === null) {
    return [
      `provides ${article(kind)} ${kind} that is not an object`,
      'give host.provide the object that has its methods',
    ];
  }
  const isMethod = (method: string): boolean =>
    typeof (implementation as Readonly<Record<string, unknown>>)[method] === 'function';
  const missing = requiredMethods[kind as Kind].filter((method) => !isMethod(method));
  if (missing.length > 0)
    return [
      `provides ${article(kind)} ${kind} without ${missing.join(', ')}`,
      'every method of the contract is needed',
    ];
  const members = implementation as Readonly<Record<string, unknown>>;
  const wrong = ['close', ...(optionalMethods[kind as Kind] ?? [])].find(
    (method) => members[method] !== undefined && !isMethod(method),
  );
  if (wrong)
    return [`provides ${article(kind)} ${kind} whose ${wrong} is not a function`, 'leave it out or make it one'];
  if (kind === 'vector-index' && members['encryptsCaches'] !== undefined && members['encryptsCaches'] !== true) {
    return [
      'provides a vector-index whose encryptsCaches is not true',
      'leave it out where `open` does not heed `key`',
    ];
  }
  if (kind === 'ml-provider' && !isSize(implementation)) {
    return ['provides an ml-provider without preferredImageSize', 'say the longest side in px that it wants'];
  }
  if (kind === 'event-sink') return eventKindsProblem(members['kinds']);
  if (kind === 'second-factor') return secondFactorProblem(members);
  if (kind === 'sign-in') return signInProblem(members);
  return null;
}

function isSize(implementation: object): boolean {
  const size = 'preferredImageSize' in implementation ? implementation.preferredImageSize : undefined;
  return typeof size === 'number' && size > 0;
}

/** The problem with a health check; null if it can be run. */
export function healthCheckProblem(check: Partial<Record<keyof HealthCheck, unknown>> | null): Problem | null {
  if (typeof check?.id !== 'string' || !/^[a-z][a-z0-9-]*$/.test(check.id)) {
    return [`has a health check with the id ${text(check?.id)}`, 'use a short word in lower case'];
  }
  if (typeof check.run !== 'function') return [`has a health check ${check.id} that cannot run`, 'give it `run`'];
  return null;
}
