#!/usr/bin/env node
// npm create photofinch-plugin NAME [KIND]: writes a new plugin with tests into the folder NAME.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const templates = fileURLToPath(new URL('templates', import.meta.url));
const kinds = readdirSync(templates).filter((name) => name !== 'common');
const usage = `Usage: npm create photofinch-plugin NAME [KIND]

Writes a new plugin with tests into the folder NAME, which is also the name of its package. KIND is what it begins with:
photo-source, which is the default, or another of ${kinds.join(', ')}.`;

/** npm's own rules for new packages. */
const packageName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Plugins that come with the server. It loads no other plugin of such a name. */
const shippedNames = [
  ...['api-keys', 'auth-oidc', 'auth-totp', 'auth-webauthn', 'backup', 'backup-remote', 'bridge-upstream'],
  ...['demo-source', 'ml-nats', 'ml-onnx', 'takeout-source', 'vectors-local', 'webhooks'],
];

function refuse(message) {
  console.error(message);
  process.exit(1);
}

function answers() {
  try {
    const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    return positionals;
  } catch (error) {
    return refuse(`${error.message}\n\n${usage}`);
  }
}

const [name, kind = 'photo-source', ...extra] = answers();
if (name === undefined || extra.length > 0) refuse(usage);
if (!packageName.test(name) || name.length > 214) {
  refuse(
    `${JSON.stringify(name)} is no name for a package: use lower case, as in photofinch-tides or @me/photofinch-tides.`,
  );
}
if (shippedNames.includes(name)) {
  refuse(`${name} is the name of a plugin that comes with the server: choose another name, as in photofinch-${name}.`);
}
if (!kinds.includes(kind)) refuse(`There is no template ${JSON.stringify(kind)}: choose one of ${kinds.join(', ')}.`);

const folder = resolve(basename(name));
if (existsSync(folder) && readdirSync(folder).length > 0) {
  refuse(`${folder} is there already and not empty: choose another name, or remove it.`);
}

/** Options and routes are named after the package, without the part that all plugins share. */
const shortName = basename(name)
  .replace(/^photofinch-(?=[a-z])/, '')
  .replace(/[^a-z0-9]+/g, '-')
  .replace(/^-+|-+$/g, '');
const routeName = /^[a-z]/.test(shortName) ? shortName : `plugin-${shortName}`;
const replaced = {
  'photofinch-my-plugin': name,
  'my-plugin': routeName,
  MY_PLUGIN: routeName.toUpperCase().replaceAll('-', '_'),
};

for (const template of ['common', kind]) {
  cpSync(join(templates, template), folder, { recursive: true, filter: (file) => basename(file) !== 'package.json' });
}
const manifest = ['common', kind]
  .map((template) => join(templates, template, 'package.json'))
  .filter((file) => existsSync(file))
  .reduce((all, file) => ({ ...all, ...JSON.parse(readFileSync(file, 'utf8')) }), {});
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
// npm publishes no file called .gitignore.
renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name);
  const text = readFileSync(file, 'utf8').replace(
    /photofinch-my-plugin|my-plugin|MY_PLUGIN/g,
    (token) => replaced[token],
  );
  writeFileSync(file, text);
}

console.log(`${name} is in ${relative('.', folder)}:

  cd ${relative('.', folder)}
  npm install
  npm test

README.md says how to try it in a server.`);
