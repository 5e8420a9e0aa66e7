import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { type DocumentStorage, type ReceivedFile } from '../../application/documents/ports';
import { ComplianceErrors } from '../../domain/errors';

export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** Null for AWS itself. */
  readonly endpoint: string | null;
  /** Null: the default credentials of the AWS SDK. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const PREFIX = 'documents/';
const ATTEMPTS_MAX = 4;
const PAUSE_MS = 50;
const MISSING_KEY = 'no-document';
const ANSWERS_OF_BUCKET = ['NoSuchKey', 'AccessDenied'];
const ignore = (): void => undefined;
/** The SDK prints warnings to the console, beside the log. It throws its errors. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Stores files in an S3-compatible bucket, for several machines. */
export class S3Storage implements DocumentStorage {
  private client: Promise<S3Client> | undefined;

  constructor(private readonly config: S3Config) {}

  /** Throws `unavailable` when the store does not accept the file. */
  async put({ storageKey, sealed }: ReceivedFile): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const target = this.target(storageKey);
    const put = async (body: { Body: Readable | Buffer; ContentLength: number }) => {
      await this.send((client) => client.send(new PutObjectCommand({ ...target, ...body })));
    };
    if (!('path' in sealed)) {
      const Body = Buffer.concat(sealed);
      await put({ Body, ContentLength: Body.length });
      return;
    }
    const { path } = sealed;
    const { size } = await stat(path);
    await repeatedly(() => put({ Body: createReadStream(path), ContentLength: size }));
  }

  /** Throws `unavailable` when the store does not answer. */
  async get(storageKey: string): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const { Body } = await this.send((client) => client.send(new GetObjectCommand(this.target(storageKey))));
    return Body as Readable;
  }

  async remove(storageKey: string): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    // The sweep reports the store's own error.
    await (await this.open()).send(new DeleteObjectCommand(this.target(storageKey)));
  }

  /**
   * Reads an object that does not exist. A bucket whose list the credentials may not read denies that, which its answer tells
   * apart from wrong credentials and a missing bucket.
   */
  async check(): Promise<void> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    try {
      await (await this.open()).send(new GetObjectCommand(this.target(MISSING_KEY)));
    } catch (error) {
      if (!(error instanceof Error && ANSWERS_OF_BUCKET.includes(error.name))) throw error;
    }
  }

  private target(storageKey: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.config.bucket, Key: `${PREFIX}${storageKey}` };
  }

  /** A missing object is a fault of this service; everything else can pass. */
  private async send<T>(request: (client: S3Client) => Promise<T>): Promise<T> {
    try {
      return await request(await this.open());
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'NoSuchKey') throw cause;
      throw Object.assign(ComplianceErrors.unavailable(), { cause });
    }
  }

  /** The SDK is loaded at first use: it takes a tenth of a second. */
  private open(): Promise<S3Client> {
    return (this.client ??= this.connect());
  }

  private async connect(): Promise<S3Client> {
    const { S3Client } = await import('@aws-sdk/client-s3');
    const { region, endpoint, credentials } = this.config;
    return new S3Client({
      region,
      maxAttempts: ATTEMPTS_MAX,
      logger: SILENT,
      // Other stores than AWS do not know the SDK's trailing checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
    });
  }
}

/** The SDK does not repeat a request whose body is a stream, which is used up: each attempt here opens it again. */
async function repeatedly(attempt: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n === ATTEMPTS_MAX) throw error;
      await setTimeout(PAUSE_MS * 2 ** n);
    }
  }
}
