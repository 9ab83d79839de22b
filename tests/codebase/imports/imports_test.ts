import { assertEquals } from "@std/assert";
import { fileIndex, imports, resolveImports } from "../../../lib/codebase/imports/imports.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

interface Sample {
  language: Language;
  from: string;
  source: string;
  /** Other files of the repository. */
  files: string[];
  specifiers: string[];
  resolved: string[];
}

const SAMPLES: Sample[] = [
  {
    language: "typescript",
    from: "src/a/main.ts",
    source: `import a, { b } from "./b.js";
import "../c";
export * from './d'
const e = require("express");
import {
  x,
} from "@/lib/y";
await import("./z/");
import core from "@acme/core";
`,
    files: [
      "src/a/b.ts",
      "src/c/index.tsx",
      "src/a/d.vue",
      "src/lib/y.ts",
      "src/a/z/index.js",
      "packages/core/src/index.ts",
    ],
    specifiers: ["./b.js", "../c", "./d", "express", "@/lib/y", "./z/", "@acme/core"],
    resolved: [
      "src/a/b.ts",
      "src/c/index.tsx",
      "src/a/d.vue",
      "src/lib/y.ts",
      "src/a/z/index.js",
      "packages/core/src/index.ts",
    ],
  },
  {
    language: "python",
    from: "app/web/urls.py",
    source: `import os, a.b as c
from . import views
from ..models import (User,  # the user
    post as p,
)
from .x import *
from django.db import models
`,
    files: [
      "app/web/views.py",
      "app/models/__init__.py",
      "app/models/post.py",
      "app/web/x.py",
      "a/b.py",
      "django/db/models/__init__.py",
    ],
    specifiers: [
      "os",
      "a.b",
      ".views",
      "..models.User",
      "..models.post",
      ".x",
      "django.db.models",
    ],
    resolved: [
      "a/b.py",
      "app/web/views.py",
      "app/models/__init__.py",
      "app/models/post.py",
      "app/web/x.py",
      "django/db/models/__init__.py",
    ],
  },
  {
    language: "go",
    from: "cmd/main.go",
    source: `package main

import (
	"fmt"
	"net/http"
	cfg "github.com/acme/shop/internal/config"
)
import "github.com/acme/shop/v2/store"

var text = "not/an/import"
`,
    files: ["internal/config/config.go", "internal/config/config_test.go", "store/store.go", "http/http.go"],
    specifiers: ["fmt", "net/http", "github.com/acme/shop/internal/config", "github.com/acme/shop/v2/store"],
    resolved: ["internal/config/config.go", "store/store.go"],
  },
  {
    language: "rust",
    from: "src/net/mod.rs",
    source: `mod tcp;
pub use crate::config::{
    Config,
    parse::{self, Parser as P},
};
use super::errors;
use shop_core::price::Price;
use std::io;
`,
    files: [
      "src/lib.rs",
      "src/net/tcp.rs",
      "src/config.rs",
      "src/config/parse.rs",
      "src/errors.rs",
      "crates/shop-core/src/lib.rs",
      "crates/shop-core/src/price.rs",
    ],
    specifiers: [
      "mod tcp",
      "crate::config::Config",
      "crate::config::parse",
      "crate::config::parse::Parser",
      "super::errors",
      "shop_core::price::Price",
      "std::io",
    ],
    resolved: [
      "src/net/tcp.rs",
      "src/config.rs",
      "src/config/parse.rs",
      "src/errors.rs",
      "crates/shop-core/src/price.rs",
    ],
  },
  {
    language: "java",
    from: "app/Main.java",
    source: "import static org.acme.Money.of;\nimport org.acme.shop.Cart;\nimport java.util.*;\n",
    files: ["src/main/java/org/acme/Money.java", "src/main/java/org/acme/shop/Cart.java"],
    specifiers: ["org.acme.Money.of", "org.acme.shop.Cart", "java.util.*"],
    resolved: ["src/main/java/org/acme/Money.java", "src/main/java/org/acme/shop/Cart.java"],
  },
  {
    language: "kotlin",
    from: "app/Main.kt",
    source: "import org.acme.shop.Cart\nimport kotlin.math.max\n",
    files: ["src/main/kotlin/org/acme/shop/Cart.kt"],
    specifiers: ["org.acme.shop.Cart", "kotlin.math.max"],
    resolved: ["src/main/kotlin/org/acme/shop/Cart.kt"],
  },
  {
    language: "csharp",
    from: "src/Program.cs",
    source: "using System;\nusing Acme.Shop.Services;\n",
    files: ["Shop/Services/Cart.cs"],
    specifiers: ["System", "Acme.Shop.Services"],
    resolved: ["Shop/Services/Cart.cs"],
  },
  {
    language: "c",
    from: "src/main.c",
    source: '#include "shop/cart.h"\n#include <stdio.h>\n#  include "local.h"\n',
    files: ["include/shop/cart.h", "src/local.h", "other/local.h"],
    specifiers: ["shop/cart.h", "stdio.h", "local.h"],
    resolved: ["include/shop/cart.h", "src/local.h"],
  },
  {
    language: "ruby",
    from: "lib/shop/cart.rb",
    source: "require 'json'\nrequire_relative '../money'\nrequire 'shop/item'\n",
    files: ["lib/money.rb", "lib/shop/item.rb"],
    specifiers: ["json", "./../money", "shop/item"],
    resolved: ["lib/money.rb", "lib/shop/item.rb"],
  },
  {
    language: "php",
    from: "src/main.php",
    source: "<?php\nuse App\\Models\\{User, Post};\nrequire __DIR__ . '/boot.php';\n",
    files: ["src/Models/User.php", "app/Models/Post.php", "src/boot.php"],
    specifiers: ["App\\Models\\User", "App\\Models\\Post", "/boot.php"],
    resolved: ["src/Models/User.php", "app/Models/Post.php", "src/boot.php"],
  },
  {
    language: "elixir",
    from: "lib/shop.ex",
    source: "defmodule Shop do\n  alias Shop.CartItem\n  use GenServer\nend\n",
    files: ["lib/shop/cart_item.ex"],
    specifiers: ["Shop.CartItem", "GenServer"],
    resolved: ["lib/shop/cart_item.ex"],
  },
];

for (const { language, from, source, files, specifiers, resolved } of SAMPLES) {
  Deno.test(`imports of ${language} are read as written and resolved to files`, () => {
    assertEquals(imports(source, language), specifiers);
    assertEquals(resolveImports(specifiers, from, language, fileIndex([...files, from])), resolved);
  });
}

Deno.test("a file does not import itself, and what is not in the repository is left out", () => {
  const files = fileIndex(["src/a.ts"]);
  assertEquals(
    resolveImports(
      ["./a", "./missing", "react", "../../../../../etc/passwd"],
      "src/a.ts",
      "typescript",
      files,
    ),
    [],
  );
});

Deno.test("a name that fits too many files means none of them", () => {
  const headers = Array.from({ length: 13 }, (_, at) => `mod${at}/util.h`);
  assertEquals(resolveImports(["util.h"], "src/main.c", "c", fileIndex(headers)), []);
  assertEquals(resolveImports(["util.h"], "src/main.c", "c", fileIndex(headers.slice(0, 2))), [
    "mod0/util.h",
    "mod1/util.h",
  ]);
});

Deno.test("suffixes are whole segments", () => {
  const files = fileIndex(["src/shop/cart.py", "src/workshop/cart.py", "cart.py"]);
  assertEquals(files.bySuffix("shop/cart.py"), ["src/shop/cart.py"]);
  assertEquals(files.bySuffix("cart.py"), ["cart.py", "src/shop/cart.py", "src/workshop/cart.py"]);
  assertEquals(files.inFolder(""), ["cart.py"]);
});
