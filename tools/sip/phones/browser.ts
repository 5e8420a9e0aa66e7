import { CHROMIUM_FLAGS, chromiumProgram } from '@trunkline/kernel/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Testbed } from '../bed/testbed';
import { serveSoftphone, type SoftphonePage, type SoftphoneSettings } from './softphone-page';

export interface SoundStatistics {
  readonly sent: number;
  readonly received: number;
  /** Of the sound that was received: 0 for silence. */
  readonly energy: number;
  readonly dtls: string;
  readonly codec: string;
}

/** A microphone that beeps, candidates on loopback with their addresses, and certificates of the testbed. */
const FLAGS = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  '--ignore-certificate-errors',
];

/** Chromium, in which each phone is a page. */
export class BrowserPhones {
  private constructor(
    private readonly browser: Browser,
    private readonly served: SoftphonePage,
  ) {}

  static async start(bed: Testbed): Promise<BrowserPhones> {
    const executablePath = chromiumProgram();
    if (!executablePath) throw new Error('Chromium is not installed');
    const served = await serveSoftphone(await bed.ports.port(), null);
    const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...FLAGS] });
    return new BrowserPhones(browser, served);
  }

  /** Opens a phone and registers it. */
  async register(settings: SoftphoneSettings): Promise<BrowserPhone> {
    const context = await this.browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(this.served.url);
    await page.evaluate(`softphone.start(${JSON.stringify(settings)})`);
    return new BrowserPhone(page);
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.served.close();
  }
}

/** A phone of a browser. It answers calls by itself. */
export class BrowserPhone {
  constructor(private readonly page: Page) {}

  async dial(number: string): Promise<void> {
    await this.page.evaluate(`softphone.dial(${JSON.stringify(number)})`);
  }

  async hangUp(): Promise<void> {
    await this.page.evaluate('softphone.hangUp()');
  }

  statistics(): Promise<SoundStatistics> {
    return this.page.evaluate<SoundStatistics>('softphone.statistics()');
  }

  /** Closes the page at once, as a user closes a tab. */
  async close(): Promise<void> {
    await this.page.context().close();
  }
}
