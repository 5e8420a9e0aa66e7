import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@trunkline/platform/testing';

/** Returns the path of nginx. Without it the test run prints a notice, and with CI=true it fails. */
export function nginxProgram(): string | undefined {
  return process.env['TEST_NGINX'];
}

/** Paths where the API ignores an Idempotency-Key. */
export const KEY_IGNORED = /^\/(v1\/auth|oauth2|webhooks\/(payments|suppliers|messaging))\//;

/** The load balancer that docs/operations.md recommends, in front of API processes on the loopback interface. */
export class Nginx {
  /** The error log, level `warn` and above. */
  log = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(upstreamPorts: readonly number[]): Promise<Nginx> {
    const program = nginxProgram();
    if (!program) throw new Error('TEST_NGINX is not set. Run the tests with `npm test`.');
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-nginx-'));
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration(folder, port, upstreamPorts));
    const child = spawn(program, ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const nginx = new Nginx(child, folder, port);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (nginx.log += text));
    await eventually(async () => expect((await fetch(`${nginx.url}/health/live`)).status).toBe(200));
    return nginx;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function configuration(folder: string, port: number, upstreamPorts: readonly number[]): string {
  const servers = upstreamPorts.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 2;
    pid ${join(folder, 'nginx.pid')};
    error_log stderr warn;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
      upstream trunkline {
        zone trunkline 64k;
        ${servers.join('\n')}
        keepalive 32;
        keepalive_timeout 1s;
      }
      server {
        listen 127.0.0.1:${port};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_connect_timeout 2s;
        location / {
          error_page 418 = @repeatable;
          if ($http_idempotency_key) { return 418; }
          proxy_pass http://trunkline;
        }
        location @repeatable {
          proxy_next_upstream error timeout non_idempotent;
          proxy_pass http://trunkline;
        }
        location ~ ${KEY_IGNORED.source} {
          proxy_pass http://trunkline;
        }
      }
    }
  `;
}
