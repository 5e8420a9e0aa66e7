#!/usr/bin/env bash
# Makes the files of this folder, with the programs of Debian 12: Ghostscript 10.00, qpdf 11.3, ExifTool 12.57, LibreOffice 7.4,
# CairoSVG 2.5 (ghostscript qpdf libimage-exiftool-perl libreoffice-writer-nogui cairosvg), and sharp. The tests only read them.
# usage: make.sh, in the root of the repository
set -euo pipefail
here="$PWD/libs/compliance/src/testing/documents/files"
root="$PWD"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# PostScript with a line of text, and with an annotation if one is given.
page() {
  printf '%%!PS\n/Helvetica findfont 20 scalefont setfont 72 720 moveto (Ada Lovelace) show\n%s\nshowpage\n' "${1:-}" > page.ps
}
pdf() { gs -q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite "${@:2}" -sOutputFile="$1" page.ps; }
link() { page "[ /Rect [0 0 99 99] /Subtype /Link $1 /ANN pdfmark"; }
office() { soffice --headless --convert-to "pdf:writer_pdf_Export:$1" lease.txt > /dev/null; }

page
pdf ghostscript.pdf
pdf ghostscript-1.3.pdf -dCompatibilityLevel=1.3
pdf owner-rc4-ghostscript.pdf -sOwnerPassword=owner -dEncryptionR=3 -dKeyLength=128
link '/Action << /Subtype /URI /URI (https://example.com/) >>'
pdf link-web.pdf
link '/Action << /Subtype /URI /URI (file://server.example/share/a) >>'
pdf link-file.pdf
link '/Action /GoToR /File (//server.example/share/a.pdf) /Page 1 /View [/Fit]'
pdf gotor-unc.pdf
link '/Action /GoToR /File (other.pdf) /Page 1 /View [/Fit]'
pdf gotor-file.pdf

qpdf --linearize --object-streams=generate ghostscript.pdf linearized.pdf
qpdf --allow-weak-crypto --encrypt '' owner 40 -- ghostscript.pdf owner-rc4-40.pdf
qpdf --allow-weak-crypto --object-streams=generate --encrypt '' owner 128 --use-aes=y -- ghostscript.pdf owner-aes-128.pdf
qpdf --object-streams=generate --encrypt '' owner 256 -- ghostscript.pdf owner-aes-256.pdf
qpdf --linearize --object-streams=generate --encrypt '' owner 256 -- ghostscript.pdf owner-aes-256-linearized.pdf
qpdf --allow-weak-crypto --encrypt user owner 128 -- ghostscript.pdf user-rc4-128.pdf
qpdf --object-streams=generate --encrypt user owner 256 -- ghostscript.pdf user-aes-256.pdf

printf 'Lease of Ada Lovelace\n' > lease.txt
office '{}' && mv lease.pdf libreoffice.pdf
office '{"RestrictPermissions":{"type":"boolean","value":"true"},"PermissionPassword":{"type":"string","value":"owner"}}'
mv lease.pdf owner-libreoffice.pdf
office '{"SelectPdfVersion":{"type":"long","value":"3"}}' && mv lease.pdf archive.pdf
printf '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text y="50">Ada</text></svg>' > cairo.svg
cairosvg cairo.svg -o cairo.pdf

# As Factur-X and ZUGFeRD attach the data of an invoice to a PDF/A-3.
invoice='xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"'
printf '<?xml version="1.0"?>\n<rsm:CrossIndustryInvoice %s/>\n' "$invoice" > factur-x.xml
printf 'MZ' > tool.exe
printf 'MZ' > tool.xml
printf '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>\n' > page.xml
qpdf archive.pdf --add-attachment factur-x.xml --mimetype=text/xml -- factur-x.pdf
qpdf archive.pdf --object-streams=generate --add-attachment factur-x.xml --mimetype=text/xml -- factur-x-packed.pdf
qpdf ghostscript.pdf --add-attachment tool.exe --mimetype=application/octet-stream -- attached-program.pdf
qpdf ghostscript.pdf --add-attachment tool.xml --mimetype=text/xml -- attached-program-as-xml.pdf
qpdf ghostscript.pdf --add-attachment page.xml --mimetype=text/xml -- attached-page.pdf
qpdf --object-streams=generate --encrypt '' owner 256 -- attached-program.pdf owner-attached-program.pdf

# ExifTool appends a new version of an object with a table of its own.
cp ghostscript.pdf updated.pdf
exiftool -q -overwrite_original -Title=Passport updated.pdf

cd "$root"
node --input-type=module - "$work" <<'SCRIPT'
import { readFileSync, writeFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
const folder = process.argv.at(-1);
const noise = { type: 'gaussian', mean: 128, sigma: 40 };
await sharp({ create: { width: 64, height: 48, channels: 3, background: 'white', noise } }).jpeg().toFile(`${folder}/photo.jpg`);
const script = await PDFDocument.load(readFileSync(`${folder}/ghostscript.pdf`));
const action = script.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
script.catalog.set(PDFName.of('OpenAction'), script.context.register(action));
writeFileSync(`${folder}/script.pdf`, await script.save({ useObjectStreams: false }));
SCRIPT
cd "$work"
qpdf --object-streams=generate --encrypt '' owner 256 -- script.pdf owner-script.pdf
exiftool -q -Title=Passport -o photo.mie photo.jpg
cat photo.jpg photo.mie > trailer-mie.jpg
exiftool -q -Make=Camera -ThumbnailImage'<=photo.jpg' -o thumbnail.jpg photo.jpg

mv -- *.pdf *.jpg "$here"
