// Checks that each type that is declared has a comment, and each member of what an app writes, such as options.
//
//     node Bindings/JavaScript/tests/comments.js TSC FILE...

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [tsc, ...files] = process.argv.slice(2);
const ts = createRequire(tsc)('../lib/typescript.js');
/** What an app writes, or is asked. */
const WRITTEN = /(Options|Settings|Viewport|Reply|Request|Props)$/;
const missing = [];
let count = 0;

function look(node, file, owner) {
  const name = node.name?.getText() ?? '';
  count += 1;
  if (ts.getJSDocCommentsAndTags(node).length === 0) missing.push(`${file}: ${owner}${name}`);
  const members = node.members ?? node.type?.types?.at(-1)?.members ?? [];
  if (WRITTEN.test(name)) members.forEach((member) => look(member, file, `${name}.`));
}

const isType = (node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
  || ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isVariableStatement(node);

for (const file of files) {
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  statements.flatMap((it) => (ts.isModuleDeclaration(it) ? it.body.statements : it)).filter(isType)
    .forEach((it) => look(it, file, ''));
}
assert.ok(count > 150, `${count} were found`);
assert.deepEqual(missing, [], 'these have no comment');
