import { CdrExportsController, ExportsController } from './exports.controller';

/** Before the controllers of call records, whose paths with an ID would match. */
export const exportsControllers = [CdrExportsController, ExportsController];
