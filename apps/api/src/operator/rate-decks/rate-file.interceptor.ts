import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type RateFile, RateFileReader } from '@trunkline/cdr';
import { defer, from, type Observable, switchMap } from 'rxjs';
import { type EdgeRequest, readCsvUpload, requestOf } from '../../http';

const files = new WeakMap<EdgeRequest, RateFile>();

/** The lines of the uploaded file. */
export const UploadedRates = createParamDecorator((_: unknown, context: ExecutionContext): RateFile => {
  const file = files.get(requestOf(context));
  if (!file) throw new Error('The endpoint has no RateFileInterceptor.');
  return file;
});

/** Reads the file of a rate deck before the handler runs, outside of its transaction. */
@Injectable()
export class RateFileInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    return defer(() => from(readCsvUpload(request, new RateFileReader()))).pipe(
      switchMap((file) => {
        files.set(request, file);
        return next.handle();
      }),
    );
  }
}
