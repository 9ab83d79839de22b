import { assertEquals } from "@std/assert";
import { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { importedDocuments, importersOf } from "../../../lib/codebase/imports/import_targets.ts";
import { importedPaths } from "../../../lib/codebase/imports/imports.ts";

interface Sample {
  from: string;
  source: string;
  /** What the source imports, and the file that is meant: "" where that is not in the repository. */
  means: Record<string, string>;
  /** Other files of the repository. */
  others?: string[];
}

const SAMPLES: Sample[] = [
  {
    from: "src/a/main.ts",
    source:
      'import a, { b } from "./b.js";\nexport * from \'../c\'\nconst e = require("express");\nimport {\n  x,\n} from "@/lib/y";\nawait import("./z/");\nimport core from "@acme/core";\n',
    means: {
      "/src/a/b": "src/a/b.ts",
      "/src/c": "src/c/index.vue",
      "express": "",
      "lib/y": "src/lib/y.ts",
      "/src/a/z": "src/a/z/index.js",
      "@acme/core": "",
    },
  },
  {
    from: "app/web/urls.py",
    source:
      "import os, a.b as c\nfrom . import views\nfrom ..models import (User,  # the user\n    post as p,\n)\nfrom .x import *\nfrom django.db import models\n",
    means: {
      "os": "",
      "a/b": "a/b.py",
      "/app/web/views": "app/web/views.py",
      "/app/models/User": "app/models/__init__.py",
      "/app/models/post": "app/models/post.py",
      "/app/web/x": "app/web/x.py",
      "django/db/models": "django/db/models/__init__.py",
    },
  },
  {
    from: "cmd/main.go",
    source:
      'package main\n\nimport (\n\t"fmt"\n\t"net/http"\n\tcfg "github.com/acme/shop/internal/config"\n)\nimport "github.com/acme/shop/v2/store"\n\nvar text = "not/an/import"\n',
    means: {
      "fmt": "",
      "net/http": "",
      "github.com/acme/shop/internal/config": "internal/config/config.go",
      "github.com/acme/shop/v2/store": "store/store.go",
    },
    others: ["internal/config/config_test.go", "http/http.go"],
  },
  {
    from: "src/net/mod.rs",
    source:
      "mod tcp;\npub use crate::config::{\n    Config,\n    parse::{self, Parser as P},\n};\nuse super::errors;\nuse shop_core::price::Price;\nuse std::io;\n",
    means: {
      "/src/net/tcp": "src/net/tcp.rs",
      "/src/config/Config": "src/config.rs",
      "/src/config/parse": "src/config/parse.rs",
      "/src/config/parse/Parser": "src/config/parse.rs",
      "/src/errors": "src/errors.rs",
      "shop_core/price/Price": "crates/shop-core/src/price.rs",
      "std/io": "",
    },
    others: ["src/lib.rs", "crates/shop-core/src/lib.rs"],
  },
  {
    from: "app/Main.java",
    source: "import static org.acme.Money.of;\nimport org.acme.shop.Cart;\nimport java.util.*;\n",
    means: {
      "org/acme/Money/of": "src/main/java/org/acme/Money.java",
      "org/acme/shop/Cart": "src/main/java/org/acme/shop/Cart.java",
      "java/util/*": "",
    },
  },
  {
    from: "src/Program.cs",
    source: "using System;\nusing Acme.Shop.Services;\n",
    means: { "System": "", "Acme/Shop/Services": "Shop/Services/Cart.cs" },
  },
  {
    from: "src/main.c",
    source: '#include "shop/cart.h"\n#include <stdio.h>\n#  include "local.h"\n',
    means: { "shop/cart.h": "include/shop/cart.h", "stdio.h": "", "local.h": "src/local.h" },
    others: ["other/local.h"],
  },
  {
    from: "lib/shop/cart.rb",
    source: "require 'json'\nrequire_relative '../money'\nrequire 'shop/item'\n",
    means: { "json": "", "/lib/money": "lib/money.rb", "shop/item": "lib/shop/item.rb" },
  },
  {
    from: "src/main.php",
    source: "<?php\nuse App\\Models\\{User, Post};\nrequire __DIR__ . '/boot.php';\n",
    means: {
      "App/Models/User": "src/Models/User.php",
      "App/Models/Post": "app/Models/Post.php",
      "boot.php": "src/boot.php",
    },
  },
];

/** A repository of these files, in which one has a text. */
function repository(paths: readonly string[], from: string, text: string): MemoryCorpus {
  const corpus = new MemoryCorpus();
  for (const path of new Set([from, ...paths])) {
    const imports = path === from ? importedPaths(text, path) : [];
    corpus.add({ path, text: "", definitions: [], imports });
  }
  return corpus;
}

for (const { from, source, means, others = [] } of SAMPLES) {
  Deno.test(`imports of ${from} are read and lead to files, and from these back`, () => {
    assertEquals(importedPaths(source, from), Object.keys(means));
    const meant = [...new Set(Object.values(means).filter((path) => path !== ""))];
    const corpus = repository([...meant, ...others], from, source);
    assertEquals(importedDocuments(corpus, 0).map((document) => corpus.path(document)), meant);
    for (const path of meant) assertEquals(importersOf(corpus, path), [0]);
  });
}

Deno.test("a file does not import itself, and what is not in the repository is left out", () => {
  const text = 'import "./a";\nimport "./missing";\nimport "react";\nimport "../../../etc/passwd";\n';
  assertEquals(importedDocuments(repository(["react/b.ts"], "src/a.ts", text), 0), []);
});

Deno.test("a name that fits too many files means none of them", () => {
  const headers = Array.from({ length: 13 }, (_, at) => `mod${at}/shop/util.h`);
  const imported = (paths: readonly string[]) =>
    importedDocuments(repository(paths, "src/main.c", '#include "shop/util.h"\n'), 0);
  assertEquals(imported(headers), []);
  assertEquals(imported(headers.slice(0, 2)), [1, 2]);
});
