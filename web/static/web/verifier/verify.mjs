#!/usr/bin/env node
// node verify.mjs record.json …    checks records without a service; "-" reads from a pipe.
// Exit code 0: all hold, 1: one differs, 2: one cannot be read. A .jsonl file has a record a line.

import { readFileSync } from "node:fs";
import { verify } from "./verify.js";

const HOLDS = 0;
const DIFFERS = 1;
const UNREADABLE = 2;

async function main(files) {
  if (files.length === 0) {
    console.error("Usage: node verify.mjs record.json …");
    return UNREADABLE;
  }
  let worst = HOLDS;
  for (const file of files) worst = Math.max(worst, await checkFile(file));
  return worst;
}

async function checkFile(file) {
  let records;
  try {
    records = recordsIn(file);
  } catch (problem) {
    console.error(`${file} cannot be read: ${problem.message}`);
    return UNREADABLE;
  }
  let worst = HOLDS;
  for (const record of records) worst = Math.max(worst, await tell(record));
  return worst;
}

function recordsIn(file) {
  const text = readFileSync(file === "-" ? 0 : file, "utf8");
  if (!file.endsWith(".jsonl")) return [JSON.parse(text)];
  return text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
}

async function tell(record) {
  const { holds, where, sentence } = await verify(record);
  console.log(holds ? sentence : `Differs at ${where}: ${sentence}`);
  return holds ? HOLDS : DIFFERS;
}

process.exitCode = await main(process.argv.slice(2));
