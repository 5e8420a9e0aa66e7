import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type NumberFile, NumberFileReader } from '@trunkline/numbering';
import { defer, from, type Observable, switchMap } from 'rxjs';
import { type EdgeRequest, readCsvUpload, requestOf } from '../../http';

const BYTES_MAX = 4_194_304;

const files = new WeakMap<EdgeRequest, NumberFile>();

/** The lines of the uploaded file. */
export const UploadedNumbers = createParamDecorator((_: unknown, context: ExecutionContext): NumberFile => {
  const file = files.get(requestOf(context));
  if (!file) throw new Error('The endpoint has no NumberFileInterceptor.');
  return file;
});

/** Reads a file of numbers before the handler runs. */
@Injectable()
export class NumberFileInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    return defer(() => from(readCsvUpload(request, new NumberFileReader(), BYTES_MAX))).pipe(
      switchMap((file) => {
        files.set(request, file);
        return next.handle();
      }),
    );
  }
}
