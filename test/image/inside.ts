/** A script that tries what a process in a container may do. */
export const attempts = `
  const fs = require('fs'), attempt = (f) => { try { f(); return 'done' } catch (e) { return e.code } };
  const status = fs.readFileSync('/proc/1/status', 'utf8'), field = (name) => status.match(new RegExp(name + ':\\\\s+(\\\\S+)'))[1];
  fetch('http://1.1.1.1').then(() => 'done', (e) => e.cause.code).then((network) => console.log(JSON.stringify({
    user: field('Uid'), capabilities: parseInt(field('CapEff'), 16) | parseInt(field('CapBnd'), 16), newPrivileges: field('NoNewPrivs') === '0',
    calls: field('Seccomp') === '2' ? 'filtered' : 'all', network, program: attempt(() => fs.writeFileSync('/app/x', '')),
    tmp: attempt(() => fs.writeFileSync('/tmp/x', '')), store: attempt(() => fs.writeFileSync('/store/x', '')),
  })))`;
/** A script that lists the programs in a container, their users, and whether they have the supervisor’s token. */
export const processes = `
  const fs = require('fs'), read = (id, name) => fs.readFileSync('/proc/' + id + '/' + name, 'utf8');
  const all = fs.readdirSync('/proc').filter((id) => /^[0-9]+$/.test(id)).map((id) => {
    try {
      const program = read(id, 'cmdline').split('\\0').find((word) => word.startsWith('bin/'));
      return { program, user: /Uid:\\s+(\\d+)/.exec(read(id, 'status'))[1], knows: read(id, 'environ').includes('SUPERVISOR_TOKEN') };
    } catch { return {}; }
  });
  console.log(JSON.stringify(all.filter(({ program }) => program)))`;
