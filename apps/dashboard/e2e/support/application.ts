import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';

/** Reads the credentials of an application that was registered, which are shown once, and closes their dialog. */
export async function keepClient(page: Page) {
  const clientId = await page.getByLabel('Client ID', { exact: true }).inputValue();
  const secret = await page.getByLabel('Client secret', { exact: true }).inputValue();
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return { clientId, secret };
}

/** An application's server, to which the browser returns from the consent. A route of the page would miss a redirect. */
export class Application {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Application> {
    const server = createServer((_request, response) => response.end('back at the application'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Application(server);
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get callback(): string {
    return `http://${this.host}/callback`;
  }

  /** Resolves to the address at which the browser is once the page of the application is loaded. */
  async returned(page: Page): Promise<URL> {
    await page.waitForURL(({ href }) => href.startsWith(this.callback));
    return new URL(page.url());
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
