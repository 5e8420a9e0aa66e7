import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { DocumentStorage, type ReceivedFile } from '../../application/documents/ports';

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

/** Stores files in an S3-compatible bucket, for several machines. */
export class S3Storage extends DocumentStorage {
  private client: Promise<S3Client> | undefined;

  constructor(private readonly config: S3Config) {
    super();
  }

  override async put({ storageKey, sealed }: ReceivedFile): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const body =
      'path' in sealed
        ? { Body: createReadStream(sealed.path), ContentLength: (await stat(sealed.path)).size }
        : { Body: Buffer.concat(sealed) };
    const request = { Bucket: this.config.bucket, Key: `${PREFIX}${storageKey}`, ...body };
    await (await this.open()).send(new PutObjectCommand(request));
  }

  override async get(storageKey: string): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const request = { Bucket: this.config.bucket, Key: `${PREFIX}${storageKey}` };
    const { Body } = await (await this.open()).send(new GetObjectCommand(request));
    return Body as Readable;
  }

  override async remove(storageKey: string): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    const request = { Bucket: this.config.bucket, Key: `${PREFIX}${storageKey}` };
    await (await this.open()).send(new DeleteObjectCommand(request));
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
      // Other stores than AWS do not know the SDK's trailing checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
    });
  }
}
