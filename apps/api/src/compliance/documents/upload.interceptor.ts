import { Readable } from 'node:stream';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { ComplianceErrors, DOCUMENT_BYTES_MAX, type ReceivedFile, UploadSpool } from '@trunkline/compliance';
import { invalidFields } from '@trunkline/kernel';
import { defer, finalize, from, type Observable, switchMap } from 'rxjs';
import { type EdgeRequest, isUploadedForm, readForm, requestOf } from '../../http';

/** A received file, with the name and type that the client declares. */
export interface Upload {
  readonly file: ReceivedFile;
  readonly fileName: string;
  readonly declaredType: string | null;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Mail and many programs write Base64 in lines. See RFC 2045, section 6.8. */
const LINE_BREAKS = /[\r\n]+/g;
const FALLBACK_NAME = 'document';
/** The members of a JSON upload that a form has in the header of its file. */
const OF_JSON = ['filename', 'content_type', 'content_base64'];
/** A form this much larger than the limit has a file over the limit. */
const FORM_OVERHEAD_BYTES = 262_144;

const uploads = new WeakMap<EdgeRequest, Upload>();

/** The uploaded file; null without one. */
export const UploadParam = createParamDecorator((_: unknown, context: ExecutionContext): Upload | null => {
  return uploads.get(requestOf(context)) ?? null;
});

/** Receives the file of an upload before the handler runs, and discards it afterwards unless it was stored. */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  constructor(private readonly spool: UploadSpool) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    return defer(() => from(this.receive(request))).pipe(
      switchMap(() => next.handle()),
      finalize(() => void this.discard(request)),
    );
  }

  private async receive(request: EdgeRequest): Promise<void> {
    const isForm = isUploadedForm(request);
    const upload = isForm ? await this.receiveForm(request) : await this.receiveJson(request);
    if (!upload) return;
    uploads.set(request, upload);
    const { file, fileName, declaredType } = upload;
    if (file.digest === null) return;
    // The header of a form's file has the name and the type; the body of a JSON upload has them as members.
    request.edge.uploadDigest = isForm ? [file.digest, declaredType, fileName].join(' ') : file.digest;
  }

  private async receiveForm(request: EdgeRequest): Promise<Upload | null> {
    if (Number(request.headers['content-length'] ?? 0) > DOCUMENT_BYTES_MAX + FORM_OVERHEAD_BYTES) {
      throw ComplianceErrors.document_too_large();
    }
    const accountId = accountOf(request);
    const digest = isKeyed(request);
    const { fields, file } = await readForm(
      request,
      async ({ fileName, declaredType, content }): Promise<Upload> => {
        return {
          file: await this.spool.receive(accountId, content, { digest, ownsChunks: true }),
          fileName: fileName || FALLBACK_NAME,
          declaredType,
        };
      },
      (received) => this.spool.discard(received.file),
    );
    request.body = bodyOf(fields);
    const unknown = OF_JSON.filter((name) => name in fields);
    if (unknown.length === 0) return file;
    if (file) await this.spool.discard(file.file);
    throw invalidFields(Object.fromEntries(unknown.map((name) => [name, 'is not a known field of a form'])));
  }

  /** Takes a valid `content_base64` out of the body; validation rejects an invalid one. */
  private async receiveJson(request: EdgeRequest): Promise<Upload | null> {
    const body = request.body as unknown;
    if (typeof body !== 'object' || body === null || !('content_base64' in body)) return null;
    const { content_base64: given, ...rest } = body as Record<string, unknown>;
    const text = typeof given === 'string' ? given.replaceAll(LINE_BREAKS, '') : '';
    if (!BASE64.test(text)) return null;
    const { filename, content_type: type } = rest;
    const content = Readable.from([Buffer.from(text, 'base64')]);
    const file = await this.spool.receive(accountOf(request), content, { digest: isKeyed(request) });
    request.body = rest;
    return {
      file,
      fileName: typeof filename === 'string' ? filename : FALLBACK_NAME,
      declaredType: typeof type === 'string' ? type : null,
    };
  }

  private async discard(request: EdgeRequest): Promise<void> {
    const upload = uploads.get(request);
    // A file that remains is encrypted, and the spool deletes it when a later process opens the folder.
    if (upload) await this.spool.discard(upload.file).catch(() => undefined);
  }
}

/** Only a request that may be repeated under one key needs the digest of its file. */
function isKeyed({ headers }: EdgeRequest): boolean {
  return headers['idempotency-key'] !== undefined;
}

/** Returns the body of a form, whose fields are all text. */
function bodyOf(fields: Readonly<Record<string, string>>): object {
  const flags: Readonly<Record<string, boolean>> = { true: true, false: false };
  const { strip_metadata: strip, ...rest } = fields;
  const given = Object.entries(rest).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), ...(strip !== undefined && { strip_metadata: flags[strip] ?? strip }) };
}

function accountOf({ edge }: EdgeRequest): string {
  if (!edge.principal) throw new Error('An upload needs a principal.');
  return edge.principal.accountId;
}
