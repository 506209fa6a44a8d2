import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

const folder = 'docs/deploy';

/** All values under keys of that name, at any depth of a document. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner as unknown] : []),
    ...valuesOf(key, inner),
  ]);
  return own;
}

function documentsOf(path: string): unknown[] {
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true, uniqueKeys: true, strict: true }).map((one) => {
    const wrong = [...one.errors, ...one.warnings];
    if (wrong.length > 0) throw new Error(`${path}: ${wrong.map(({ message }) => message).join('\n')}`);
    return one.toJS() as unknown;
  });
}

/** The names of the environment variables that a file sets. */
function variables(documents: unknown[]): string[] {
  return valuesOf('environment', documents)
    .concat(valuesOf('env', documents))
    .flatMap((set) =>
      Array.isArray(set) ? set.map(({ name }: { name: string }) => name) : Object.keys(set as Record<string, unknown>),
    );
}

/** All words in the sources that could be the name of a setting. */
function knownNames(): Set<string> {
  const files = ['core', 'plugins'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(top, name)),
  );
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
}

describe('the files of docs/deploy', () => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const yaml = paths.filter((path) => /\.ya?ml$/.test(path));
  const deploying = yaml.filter((path) => !path.endsWith('release.yml'));

  it('are valid YAML without duplicate keys, if named so', () => {
    expect(yaml).to.have.members(
      ['compose.yaml', 'kubernetes.yaml', 'release.yml', 'home-assistant/config.yaml'].map((name) =>
        join(folder, name),
      ),
    );
    for (const path of yaml) expect(documentsOf(path), path).to.have.length.above(0);
  });

  it('set only environment variables that the programs read', () => {
    const known = knownNames();
    for (const path of deploying) {
      const unknown = variables(documentsOf(path)).filter((name) => !known.has(name));
      expect(unknown, path).to.deep.equal([]);
    }
    const units = paths.filter((path) => path.endsWith('.service')).map((path) => readFileSync(path, 'utf8'));
    const set = units.flatMap((unit) => [...unit.matchAll(/^#?Environment=(\w+)=/gm)].map(([, name = '']) => name));
    expect(set).to.include('BRIDGE_STORE');
    expect(set.filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it('disable core dumps of containers that hold keys', () => {
    const [compose] = documentsOf(join(folder, 'compose.yaml')) as {
      services: Record<string, { ulimits?: unknown }>;
    }[];
    for (const name of ['bridge', 'photofinch', 'ml-worker']) {
      expect(compose?.services[name]?.ulimits, name).to.deep.equal({ core: 0 });
    }
  });

  it('run programs that exist in the project', () => {
    const commands = deploying.flatMap((path) => valuesOf('command', documentsOf(path))).map(String);
    expect(commands).to.have.length.above(4);
    const files = commands.flatMap((command) => command.split(',').filter((word) => word.includes('/')));
    expect(files.filter((file) => !existsSync(file))).to.deep.equal([]);
  });

  it('name the current version wherever they name one', () => {
    const named = paths
      .filter((path) => /(yaml|Dockerfile)$/.test(path))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/(?:owner\/photofinch:|^version: )(\d[\w.-]*)/gm)])
      .map(([, version]) => version);
    expect(named).to.have.length.above(3);
    expect(new Set(named)).to.deep.equal(new Set([manifest.version]));
  });

  it('forbid containers in Kubernetes to run as root, write to their files or open connections', () => {
    const documents = documentsOf(join(folder, 'kubernetes.yaml')) as Record<string, unknown>[];
    const contexts = valuesOf('securityContext', documents) as Record<string, unknown>[];
    const [pod, ...containers] = contexts;
    expect(pod).to.include({ runAsNonRoot: true, runAsUser: 1000 });
    expect(containers).to.have.lengthOf(2);
    for (const container of containers) {
      expect(container).to.deep.include({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    const policy = documents.find(({ kind }) => kind === 'NetworkPolicy') as { spec: Record<string, unknown> };
    expect(policy.spec['policyTypes']).to.deep.equal(['Ingress', 'Egress']);
    expect(policy.spec['egress']).to.deep.equal([]);
  });
});
