import { resolve } from 'node:path';
import Joi from 'joi';
import { misspeltSettings, readBytes } from 'photofinch/plugin-api/toolkit';
import { canBeOverheard } from '../../client/address.ts';
import { parseListen, type ListenAddress } from '../listen-address.ts';
import { readSecret, readToken, secretNames, type Environment, type Secret } from '../secrets.ts';
import { flag, interval, text, validated, type BridgeSettings } from '../settings.ts';
import { StartupError } from '../startup-error.ts';
import type { UpstreamAddress } from './wire/connections.ts';

/** The settings for requests to the upstream bridge. */
export interface UpstreamSettings extends UpstreamAddress {
  /** The folder of its thumbnails; undefined if this bridge cannot read it. */
  readonly workDir: string | undefined;
  /** Problems that do not stop the bridge, as sentences. */
  readonly warnings: readonly string[];
}

/** All settings of a bridge in front of a bridge of proton-faces. */
export interface ProtonFacesSettings extends UpstreamSettings {
  readonly dataDir: string;
  readonly listen: ListenAddress;
  /** The token that the service has to send. */
  readonly ownToken: string;
  /** The minimum of seconds between two lists. */
  readonly scanInterval: number;
  /** Maximum bytes of a picture. */
  readonly largestPicture: number;
  readonly videoSpace: number;
  readonly logLevel: BridgeSettings['logLevel'];
}

const bytes = (minimum: number, maximum: number): Joi.StringSchema =>
  Joi.string()
    .empty('')
    .custom((setting: string, helpers) => {
      const size = readBytes(setting) ?? 0;
      return size >= minimum && size <= maximum ? size : helpers.error('bytes');
    })
    .messages({ bytes: `{#label} must be ${minimum / 2 ** 20}M to ${maximum / 2 ** 30}G: 64M, 2G` });

interface Written {
  BRIDGE_UPSTREAM: string;
  BRIDGE_UPSTREAM_IN_CLEAR: boolean;
  BRIDGE_WORK_DIR?: string;
  BRIDGE_DATA_DIR: string;
  BRIDGE_LISTEN: string;
  BRIDGE_ALLOW_REMOTE: boolean;
  BRIDGE_SCAN_INTERVAL: number;
  BRIDGE_MAX_PICTURE: number;
  BRIDGE_VIDEO_SPACE: number;
  LOG_LEVEL: BridgeSettings['logLevel'];
}

const schema = Joi.object<Written>({
  BRIDGE_UPSTREAM: text.required().messages({
    'any.required':
      '{#label} is missing: set it to the address of the bridge of proton-faces, as in http://127.0.0.1:8090',
  }),
  BRIDGE_UPSTREAM_IN_CLEAR: flag,
  BRIDGE_WORK_DIR: text,
  BRIDGE_DATA_DIR: text.default('bridge-data'),
  BRIDGE_LISTEN: text.default('127.0.0.1:8471'),
  BRIDGE_ALLOW_REMOTE: flag,
  BRIDGE_SCAN_INTERVAL: interval.empty('').default(300),
  BRIDGE_MAX_PICTURE: bytes(2 ** 20, 2 ** 30).default(128 * 2 ** 20),
  BRIDGE_VIDEO_SPACE: bytes(2 ** 20, 2 ** 40).default(4 * 2 ** 30),
  LOG_LEVEL: text.valid('debug', 'info', 'warn', 'error', 'silent').default('info'),
});

const settingNames: readonly string[] = [
  ...['BRIDGE_DRIVER', ...Object.keys(schema.describe()['keys'] as object)],
  ...['BRIDGE_TOKEN', 'BRIDGE_UPSTREAM_TOKEN'].flatMap(secretNames),
];

/** @throws StartupError naming the variable that is wrong, with the remedy */
export function readUpstreamSettings(environment: Environment): UpstreamSettings {
  const values = validated(schema, environment);
  const address = parseUpstream(values.BRIDGE_UPSTREAM, values.BRIDGE_UPSTREAM_IN_CLEAR);
  const token: Secret | undefined = readSecret('BRIDGE_UPSTREAM_TOKEN', environment);
  if (token && !/^[\x21-\x7e]+$/.test(token.value)) {
    throw new StartupError(
      'Setting BRIDGE_UPSTREAM_TOKEN must be letters, digits and signs without blanks: it is the BRIDGE_TOKEN of the bridge of proton-faces.',
    );
  }
  const { BRIDGE_WORK_DIR: workDir } = values;
  return {
    ...address,
    token: token?.value,
    workDir: workDir === undefined ? undefined : resolve(workDir),
    warnings: [
      ...misspeltSettings(environment, settingNames),
      ...(token?.warning === undefined ? [] : [token.warning]),
      ...(token
        ? []
        : ['BRIDGE_UPSTREAM_TOKEN is not set: whoever reaches the bridge of proton-faces reads the library.']),
      ...(workDir === undefined
        ? ['BRIDGE_WORK_DIR is not set: there are no thumbnails, and all originals are read.']
        : []),
    ],
  };
}

/** @throws StartupError naming the variable that is wrong, with the remedy */
export function readProtonFacesSettings(environment: Environment): ProtonFacesSettings {
  const values = validated(schema, environment);
  const upstream = readUpstreamSettings(environment);
  const ownToken = readToken(environment);
  return {
    ...upstream,
    warnings: [...upstream.warnings, ...(ownToken.warning === undefined ? [] : [ownToken.warning])],
    dataDir: resolve(values.BRIDGE_DATA_DIR),
    listen: parseListen(values.BRIDGE_LISTEN, values.BRIDGE_ALLOW_REMOTE),
    ownToken: ownToken.value,
    scanInterval: values.BRIDGE_SCAN_INTERVAL,
    largestPicture: values.BRIDGE_MAX_PICTURE,
    videoSpace: values.BRIDGE_VIDEO_SPACE,
    logLevel: values.LOG_LEVEL,
  };
}

const asAnExample = 'set it to the address of the bridge of proton-faces, as in http://127.0.0.1:8090';

function parseUpstream(value: string, inClear: boolean): { origin: string; basePath: string } {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new StartupError(`Setting BRIDGE_UPSTREAM is not understood: ${asAnExample}.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new StartupError(`Setting BRIDGE_UPSTREAM holds more than an address and a path: ${asAnExample}.`);
  }
  const address = { origin: url.origin, basePath: url.pathname.replace(/\/+$/, '') };
  if (!inClear && canBeOverheard(address)) {
    throw new StartupError(
      'Setting BRIDGE_UPSTREAM leads to another machine in the clear, and photos and token would too: use https or 127.0.0.1, or set BRIDGE_UPSTREAM_IN_CLEAR=1 when the network between is trusted.',
    );
  }
  return address;
}
