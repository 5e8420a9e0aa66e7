import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findProgram } from './programs';
import type { Testbed } from './testbed';

/** Files of a certificate authority of the testbed, and of a certificate for this machine that it has signed. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** Certificate and key in one file, as some phones read them. */
  readonly both: string;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const DAYS = ['-days', '2'];

export function makeCertificates(bed: Testbed): Certificates {
  const openssl = (...args: string[]) =>
    execFileSync(findProgram('openssl') ?? 'openssl', args, { cwd: bed.folder, stdio: 'ignore' });
  const names = bed.write('names.conf', 'subjectAltName=IP:127.0.0.1,IP:127.0.0.2,DNS:localhost\n');
  openssl('req', '-x509', ...CURVE, ...DAYS, '-subj', '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...CURVE, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', names];
  openssl('x509', '-req', '-in', 'server.csr', ...signing, ...DAYS, '-out', 'server.pem');
  const [certificate, key] = [bed.path('server.pem'), bed.path('server.key')];
  const both = bed.write('both.pem', readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return { authority: bed.path('ca.pem'), certificate, key, both };
}
