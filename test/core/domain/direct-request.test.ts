import { expect } from 'chai';
import { comesFromThisMachine, type RequestOrigin } from '../../../core/domain/direct-request.ts';

const direct: RequestOrigin = { peer: '127.0.0.1', httpVersion: '1.1', headers: { host: 'localhost:8470' } };

describe('a request comes from this machine', () => {
  const cases: Record<string, Partial<RequestOrigin>> = {
    'over IPv4': {},
    'over another loopback address': { peer: '127.8.0.1' },
    'over IPv6': { peer: '::1', headers: { host: '[::1]:8470' } },
    'over IPv4 on an IPv6 socket': { peer: '::ffff:127.0.0.1', headers: { host: '127.0.0.1' } },
    'to a name below localhost': { headers: { host: 'Photos.LOCALHOST' } },
    'with headers of its own': { headers: { host: 'localhost', accept: 'text/plain', 'x-prometheus-scrape': '1' } },
  };
  for (const [name, origin] of Object.entries(cases)) {
    it(name, () => {
      expect(comesFromThisMachine({ ...direct, ...origin })).to.equal(true);
    });
  }
});

describe('a request does not come from this machine', () => {
  const cases: Record<string, Partial<RequestOrigin>> = {
    'when the peer is another machine': { peer: '192.168.1.7' },
    'when the peer only looks like loopback': { peer: '127.evil' },
    'when it asked for another name': { headers: { host: 'photos.example' } },
    'when its name only begins like loopback': { headers: { host: 'localhost.example' } },
    'when its name is an address and more': { headers: { host: '127.0.0.1.example' } },
    'when it names no host': { headers: {} },
    'when its host cannot be read': { headers: { host: '[::1' } },
    'when it speaks HTTP/1.0': { httpVersion: '1.0' },
  };
  for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']) {
    cases[`when it carries ${header}`] = { headers: { host: 'localhost', [header]: '127.0.0.1' } };
  }
  for (const [name, origin] of Object.entries(cases)) {
    it(name, () => {
      expect(comesFromThisMachine({ ...direct, ...origin })).to.equal(false);
    });
  }
});
