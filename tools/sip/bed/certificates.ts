import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Creates them in a folder of the testbed. */
export function makeCertificates(bed: Testbed, name = 'certificates'): Certificates {
  const folder = bed.makeFolder(name);
  const openssl = (...args: string[]) =>
    execFileSync(findProgram('openssl') ?? 'openssl', args, { cwd: folder, stdio: 'ignore' });
  const names = join(folder, 'names.conf');
  writeFileSync(names, 'subjectAltName=IP:127.0.0.1,IP:127.0.0.2,DNS:localhost\n');
  openssl('req', '-x509', ...CURVE, ...DAYS, '-subj', '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...CURVE, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', names];
  openssl('x509', '-req', '-in', 'server.csr', ...signing, ...DAYS, '-out', 'server.pem');
  const [certificate, key, both] = ['server.pem', 'server.key', 'both.pem'].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ];
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return { authority: join(folder, 'ca.pem'), certificate, key, both };
}
